// Problems of a draft change places by being dragged; the arrows beside them do the same.
const list = document.querySelector("[data-arrange]");
let dragged = null;

if (list) {
  list.addEventListener("dragstart", event => {
    dragged = event.target.closest("li");
    event.dataTransfer.effectAllowed = "move";
  });
  list.addEventListener("dragover", event => {
    const over = event.target.closest("li");
    if (!dragged || !over) return;
    event.preventDefault();
    for (const one of list.children) one.toggleAttribute("data-over", one === over && one !== dragged);
  });
  list.addEventListener("dragend", () => {
    for (const one of list.children) one.removeAttribute("data-over");
    dragged = null;
  });
  list.addEventListener("drop", event => {
    const over = event.target.closest("li");
    if (!dragged || !over || over === dragged) return;
    event.preventDefault();
    const form = dragged.querySelector(".move-form");
    form.elements.to.value = over.dataset.order;
    form.submit();
  });
}
