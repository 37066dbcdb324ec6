// Markers' notes on the pages of one's own script.

for (const script of document.querySelectorAll(".own-script")) {
  const notes = JSON.parse(script.querySelector("script[type='application/json']").textContent);
  for (const [n, note] of notes.entries()) {
    script.querySelectorAll(".own-notes li")[n]?.setAttribute("data-n", n + 1);
    const page = script.querySelector(`figure[data-page="${note.page}"] .with-pins`);
    if (!page) continue;
    const pin = document.createElement("span");
    Object.assign(pin, { className: "pin", textContent: n + 1, title: note.text });
    pin.style.setProperty("left", `${note.x * 100}%`);
    pin.style.setProperty("top", `${note.y * 100}%`);
    page.append(pin);
  }
}
