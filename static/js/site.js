// What every page does beyond plain HTML. Pages work without it.

const words = () => document.getElementById("notes");

/** The value of a cookie, or "". */
export function cookie(name) {
  const found = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

/** Say at the top of the page what went wrong or was done. Level: error, warning, success. */
export function note(text, level = "error") {
  const line = document.createElement("p");
  line.className = "note";
  line.dataset.level = level;
  if (level === "error") line.setAttribute("role", "alert");
  line.textContent = text;
  words()?.replaceChildren(line);
  line.scrollIntoView({ block: "nearest" });
}

/** Say at the bottom what was done, for a while; `undo` is {label, act}. Never for errors. */
export function toast(text, undo) {
  document.querySelector("output.toast")?.remove();
  const box = document.createElement("output");
  box.className = "toast";
  const line = document.createElement("span");
  line.textContent = text;
  box.append(line);
  if (undo) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = undo.label;
    button.addEventListener("click", () => {
      box.remove();
      undo.act();
    });
    box.append(button);
  }
  document.body.append(box);
  let timer = 0;
  const leave = () => (timer = setTimeout(() => box.remove(), undo ? 10_000 : 5_000));
  box.addEventListener("pointerenter", () => clearTimeout(timer));
  box.addEventListener("pointerleave", leave);
  box.addEventListener("focusin", () => clearTimeout(timer));
  leave();
}

// What the browser keeps of papers is for whoever wrote them: not for the next at this device.
if ("caches" in window && document.querySelector("header nav")) {
  const me = document.querySelector("header .me")?.dataset.person ?? "nobody";
  caches.keys().then(names => {
    for (const name of names) if (name.startsWith("taikai-paper ") && !name.endsWith(` ${me}`)) caches.delete(name);
  }, () => {});
}

// What is pressed twice is sent once. A file may come instead of a page, and the form stays.
const TWICE = 4_000; // ms
document.addEventListener("submit", (event) => {
  const form = event.target, isPost = form.getAttribute("method") === "post";
  if (event.defaultPrevented || !event.submitter || !isPost) return;
  if ("sent" in form.dataset) return event.preventDefault();
  form.dataset.sent = "";
  setTimeout(() => delete form.dataset.sent, TWICE);
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// WebKit keeps the columns of a wide window in a narrow one (an iPad that is turned), where parts of
// the page ask for their own width: another size of letters has every style decided anew.
for (const width of ["40rem", "48rem", "56rem", "64rem"]) {
  matchMedia(`(width < ${width})`).addEventListener("change", () => {
    const { style } = document.documentElement;
    style.fontSize = "101%";
    void document.body.offsetHeight;
    style.fontSize = "";
  });
}

// A choice that needs no button: <select data-submit>.
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
});

document.addEventListener("click", async (event) => {
  const target = event.target.closest("[data-dialog], [data-close], [data-copy], [data-toggles]");
  if (!target) return;
  const { dialog, copy, toggles } = target.dataset;
  if (dialog) {
    event.preventDefault();
    document.getElementById(dialog)?.showModal();
  } else if (copy) {
    await navigator.clipboard.writeText(document.getElementById(copy).textContent.trim());
    toast(target.dataset.copied);
  } else if (toggles) {
    const field = document.getElementById(toggles);
    const shown = field.type === "password";
    field.type = shown ? "text" : "password";
    target.textContent = shown ? field.dataset.conceal : field.dataset.reveal;
    target.setAttribute("aria-pressed", String(shown));
  } else {
    target.closest("dialog")?.close();
  }
});

/** Make what only works with a script: buttons that show a password, and buttons to copy. */
function furnish(root) {
  for (const field of root.querySelectorAll("input[data-reveal]")) {
    if (field.parentElement.matches(".reveal")) continue;
    const frame = document.createElement("div");
    frame.className = "reveal";
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.toggles = field.id;
    button.textContent = field.dataset.reveal;
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-controls", field.id);
    field.replaceWith(frame);
    frame.append(field, button);
    // A password manager must find a password when the form is sent.
    field.form?.addEventListener("submit", () => (field.type = "password"));
  }
  if (navigator.clipboard) {
    for (const button of root.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
  }
}

furnish(document);
// The first field that was not accepted, or the dialog that holds it.
document.querySelector("dialog[data-open]")?.showModal();
document.querySelector("main [aria-invalid='true']")?.focus();

// htmx: the token of the form, errors as notes, new parts furnished.
document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRFToken"] = cookie("csrftoken");
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.getResponseHeader("HX-Retarget")) {
    detail.shouldSwap = true;
    detail.isError = false;
  }
});
// What a page asks for by itself it asks for again; nobody has to hear of it.
const asked = ({ detail }) => !detail.elt.matches("[hx-trigger]");
document.addEventListener("htmx:responseError", (event) => asked(event) && note(words()?.dataset.fault));
document.addEventListener("htmx:sendError", (event) => asked(event) && note(words()?.dataset.offline));
document.addEventListener("htmx:afterSettle", (event) => furnish(event.target));
