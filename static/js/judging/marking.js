// A marker's sheet: marks by keyboard, pages larger, turned and with notes, sent without losing anything.

import { Viewer } from "./marking_pages.js";

const read = id => JSON.parse(document.getElementById(id)?.textContent ?? "null");
const fill = (words, values) => words.replace(/%\((\w+)\)s/g, (whole, name) => values[name] ?? whole);
let page, form, viewer, say;

init();
addEventListener("beforeunload", event => {
  if (form?.dataset.touched !== undefined && form.dataset.sending === undefined) event.preventDefault();
});

function init() {
  page = read("page-data") ?? {};
  form = document.getElementById("marks");
  say = (key, values = {}) => fill(page.words?.[key] ?? key, values);
  const editable = Boolean(form?.querySelector("input[data-letter]"));
  viewer = new Viewer(document.getElementById("viewer"), { notes: read("annotations-data") ?? [], others: page.others ?? [], editable, say, changed: touch });
  for (const one of document.querySelectorAll("[data-script]")) one.hidden = false;
  if (editable) begin(document.getElementById("sheet-area"));
}

function touch() {
  form.dataset.touched = "";
}

function begin(area) {
  const inputs = [...form.querySelectorAll("input[data-letter]")], total = document.getElementById("total"), comment = form.elements.comment;
  const used = new Set();

  const sum = () => {
    const marks = inputs.map(one => one.value.trim().replace(",", ".")).filter(Boolean);
    if (marks.some(one => !/^\d+(\.\d+)?$/.test(one))) return;
    total.innerHTML = "";
    const bold = document.createElement("b");
    bold.textContent = marks.length ? String(Math.round(marks.reduce((all, one) => all + Number(one), 0) * 100) / 100) : "–";
    total.append(bold);
  };
  const go = input => {
    input.focus();
    input.select();
  };
  const step = (input, by) => {
    const size = Number(input.dataset.step), most = Number(input.dataset.most), now = Number(input.value || (by > 0 ? -size : 0));
    input.value = String(Math.round(Math.min(most, Math.max(0, now + by * size)) * 100) / 100);
    input.select();
    sum();
    touch();
  };
  const insert = button => {
    const words = button.querySelector("span").textContent;
    if (!comment.value.includes(words)) comment.value = [comment.value.trim(), words].filter(Boolean).join("\n");
    used.add(button.dataset.comment);
    form.elements.used.value = [...used].join(" ");
    touch();
  };

  for (const [n, input] of inputs.entries()) {
    input.addEventListener("input", () => (sum(), touch()));
    input.addEventListener("keydown", event => {
      if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        inputs[n + 1] ? go(inputs[n + 1]) : form.querySelector(".primary").focus();
      } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
        event.preventDefault();
        step(input, event.key === "ArrowUp" ? 1 : -1);
      }
    });
  }
  const bank = [...form.querySelectorAll("[data-comment]")];
  for (const button of bank) button.addEventListener("click", () => insert(button));
  for (const field of form.querySelectorAll("textarea")) field.addEventListener("input", touch);

  area.addEventListener("keydown", event => {
    const written = event.target.matches("textarea, .pin-notes input"), command = event.ctrlKey || event.metaKey;
    if (command && event.key === "Enter") return press(event, "complete_next");
    if (command && event.key.toLowerCase() === "s") return press(event, "save");
    if (event.key === "Escape" && written) return go(inputs.find(one => !one.value) ?? inputs[0]);
    if (written || command || event.altKey) return;
    if (event.shiftKey && /^Digit[1-9]$/.test(event.code)) {
      const button = bank[Number(event.code.at(-1)) - 1];
      if (button) event.preventDefault(), insert(button);
      return;
    }
    const key = event.key.toLowerCase(), part = inputs.find(one => one.dataset.letter === key);
    if (part) return event.preventDefault(), go(part);
    if (key === ";") return event.preventDefault(), comment.focus();
    if (key === "[" || key === "]") {
      const link = document.querySelector(`.sheet-head a[rel=${key === "[" ? "prev" : "next"}]`);
      if (link) event.preventDefault(), link.click();
      return;
    }
    const done = { "+": "in", "=": "in", "-": "out", ",": "turn" }[key];
    if (done && viewer.act(done)) event.preventDefault();
  });

  const press = (event, action) => {
    event.preventDefault();
    form.requestSubmit(form.querySelector(`button[value=${action}]`));
  };

  form.addEventListener("submit", async event => {
    event.preventDefault();
    if (form.dataset.sending !== undefined) return;
    form.dataset.sending = "";
    form.elements.annotations.value = JSON.stringify(viewer.notes);
    const body = new FormData(form, event.submitter);
    try {
      const answer = await fetch(location.href, { method: "POST", body, headers: { Accept: "text/html" } });
      if (answer.redirected) {
        delete form.dataset.touched;
        return location.assign(answer.url);
      }
      show(await answer.text(), answer.status);
    } catch {
      tell(say("offline"));
    } finally {
      delete form.dataset.sending;
    }
  });
  go(form.querySelector("[aria-invalid]") ?? inputs.find(one => !one.value) ?? inputs[0]);
  sum();
}

/** What the server answered in place of the marks: faults, and what is stored meanwhile. */
function show(html, status) {
  const made = new DOMParser().parseFromString(html, "text/html");
  if (!made.getElementById("marks")) return tell(`${say("offline")} (${status})`);
  document.getElementById("main").replaceChildren(...made.getElementById("main").childNodes);
  init();
  form.dataset.touched = "";
}

function tell(words) {
  const note = document.createElement("p");
  Object.assign(note, { className: "note", textContent: words });
  note.dataset.level = "error";
  document.getElementById("told").replaceChildren(note);
}
