// The pairings editor: a name is dragged onto another to change places, or onto a table or the
// byes to move there. Without a pointer the names are links that do the same (see the page).
const list = document.querySelector("[data-draft]");
if (list) {
  const byes = document.querySelector("[data-bye].byes");
  let held = null;

  const post = (address, values) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = address;
    for (const [name, value] of Object.entries({ csrfmiddlewaretoken: list.dataset.token, ...values })) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name, value });
      form.append(field);
    }
    document.body.append(form);
    form.submit();
  };
  const target = (node) => node.closest("[data-entry]") ?? node.closest("[data-table]") ?? node.closest("[data-bye].byes");
  const clear = () => document.querySelectorAll("[data-over]").forEach((one) => one.removeAttribute("data-over"));

  for (const name of document.querySelectorAll("[data-entry]")) {
    name.draggable = true;
    name.addEventListener("dragstart", (event) => {
      held = name;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", name.textContent);
    });
    name.addEventListener("dragend", clear);
  }
  for (const area of [list, byes].filter(Boolean)) {
    area.addEventListener("dragover", (event) => {
      const over = target(event.target);
      if (!held || !over || over === held) return;
      event.preventDefault();
      clear();
      over.dataset.over = "";
    });
    area.addEventListener("drop", (event) => {
      const over = target(event.target);
      if (!held || !over || over === held) return;
      event.preventDefault();
      if (over.dataset.entry) post(list.dataset.swap, { first: held.dataset.entry, second: over.dataset.entry });
      else if ("fixed" in list.dataset) return;
      else if (over.dataset.table) post(list.dataset.move, { entry: held.dataset.entry, table: over.dataset.table });
      else post(list.dataset.bye, { entry: held.dataset.entry });
    });
  }
}
