// Writing a problem: the fields of its kind, the board, images at the cursor, nothing lost.
import { BoardEditor } from "./board_editor.js";

const form = document.getElementById("write");
const kind = form.elements.kind;

function showKind() {
  for (const part of form.querySelectorAll("[data-kinds]")) part.hidden = !part.dataset.kinds.split(" ").includes(kind.value);
}
kind.addEventListener("change", showKind);
showKind();

const { lattice, shape, columns, rows, stones } = form.elements;
const editor = new BoardEditor(document.getElementById("editor"), { lattice, shape, columns, rows, stones });
document.getElementById("clear").addEventListener("click", () => editor.clear());

// An image goes where the cursor last was in the question or the solution.
let text = form.elements.statement;
form.addEventListener("focusin", event => {
  if (event.target.matches("#id_statement, #id_statement_en, #id_solution, #id_solution_en")) text = event.target;
});
document.addEventListener("click", event => {
  const button = event.target.closest("[data-insert]");
  if (!button) return;
  text.setRangeText(button.dataset.insert, text.selectionStart, text.selectionEnd, "end");
  text.focus();
  text.dispatchEvent(new Event("input", { bubbles: true }));
});

// Leaving with something unsaved asks first.
let changed = false;
form.addEventListener("input", () => (changed = true));
form.addEventListener("submit", () => (changed = false));
addEventListener("beforeunload", event => changed && event.preventDefault());
