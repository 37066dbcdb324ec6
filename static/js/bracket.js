// Brackets on a phone, one round a screen: begin at the round being played, keep the place
// when the page is refreshed. Without it the links above the rounds do.

const rounds = () => document.querySelector(".bracket .by-round");
let place = null, begun = null;

function go(section, behavior = "instant") {
  const box = rounds();
  if (box && section) box.scrollTo({ left: section.offsetLeft, behavior });
}

function mark(section) {
  for (const link of document.querySelectorAll(".columns-nav a")) {
    const here = link.hash === `#${section.id}`;
    link.toggleAttribute("aria-current", here);
    if (here) link.setAttribute("aria-current", "true");
    if (here) link.parentElement.scrollTo({ left: link.offsetLeft });
  }
}

function begin() {
  const box = rounds();
  if (!box || box === begun) return;
  begun = box;
  const seen = new IntersectionObserver(
    (entries) => entries.filter((one) => one.isIntersecting).forEach((one) => mark(one.target)),
    { root: box, threshold: 0.6 },
  );
  for (const section of box.children) seen.observe(section);
  go(document.getElementById(place ?? "") ?? box.querySelector("[data-current]"));
  box.addEventListener("scrollend", () => {
    const middle = box.scrollLeft + box.clientWidth / 2;
    place = [...box.children].findLast((one) => one.offsetLeft <= middle)?.id ?? null;
  });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".columns-nav a");
  if (!link) return;
  event.preventDefault();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  go(document.getElementById(link.hash.slice(1)), calm ? "instant" : "smooth");
});

document.addEventListener("refreshed", begin);

begin();
