// Results of a whole round: one key is one result, and the next table is at hand.
const TEXTS = { "1-0": "1 – 0", "1/2": "½ – ½", "0-1": "0 – 1", "+-": "+ – −", "-+": "− – +", "--": "− – −" };
const KEYS = { 1: "1-0", 0: "0-1", 5: "1/2", "=": "1/2", "½": "1/2", "+": "+-", "１": "1-0", "０": "0-1", "５": "1/2" };

const form = document.querySelector("[data-results]");
if (form) {
  const fields = [...form.querySelectorAll("input.res")];
  const draws = Boolean(form.querySelector('[data-put="1/2"]'));
  let reached = null; // by a key that was a whole result: an Enter after it is no second step
  const move = (field, event) => {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    if (event.key !== "Enter" || reached !== field) go(field, step);
    reached = null;
  };
  const go = (field, step) => {
    const next = fields[fields.indexOf(field) + step];
    (next ?? (step > 0 ? form.querySelector("button.primary") : field)).focus();
    next?.select();
  };
  const put = (field, code) => {
    field.value = TEXTS[code];
    field.removeAttribute("aria-invalid");
  };
  for (const node of form.querySelectorAll(".puts")) node.hidden = false;
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-put]");
    if (button) put(button.closest("td").querySelector("input.res"), button.dataset.put);
  });
  for (const field of fields) {
    field.addEventListener("focus", () => field.select());
    field.addEventListener("blur", () => (reached = null));
    field.addEventListener("keydown", (event) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      // The score of a series is typed in full.
      if ("series" in field.dataset) return move(field, event);
      const whole = field.value === "" || field.selectionEnd - field.selectionStart === field.value.length;
      const code = KEYS[event.key];
      if (code && whole && (draws || code !== "1/2")) {
        event.preventDefault();
        put(field, code);
        go(field, 1);
        const now = document.activeElement;
        reached = now.value === "" ? now : null;
      } else if (event.key === "-" || event.key === "−") {
        // One dash: the first did not come; a second one: neither did.
        event.preventDefault();
        put(field, field.value === TEXTS["-+"] ? "--" : "-+");
        field.setSelectionRange(field.value.length, field.value.length);
      } else {
        move(field, event);
      }
    });
  }
}
