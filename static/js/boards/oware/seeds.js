// The 48 seeds of a board, each a thing that moves from pit to pit and into the stores.

import { STORE_Y, heap, inStore, pitAt } from "./place.js";
import { path } from "./sowing.js";

const SVG = "http://www.w3.org/2000/svg";
const LONGEST = 700; // ms for all seeds of one sowing
const STORE = 12; // holders: 0 to 11 the pits, 12 and 13 the stores

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Seeds {
  /** `counted(holder, seeds)` is told whenever a pit (0–11) or store (12, 13) holds another number. */
  constructor(layer, fill, counted) {
    this.layer = layer;
    this.fill = fill;
    this.counted = counted;
    this.bottom = 1;
    this.holders = Array.from({ length: 14 }, () => []);
    this.hand = []; // taken up and not sown yet
    this.waiting = []; // what is left to do of a sowing
    layer.replaceChildren();
  }

  get moving() {
    return this.waiting.length > 0;
  }

  /** Lay everything where it belongs at once. */
  set(pits, stores) {
    this.waiting = [];
    clearTimeout(this.timer);
    this.layer.removeAttribute("data-moving");
    const wanted = [...pits, ...stores], free = this.hand.splice(0);
    this.holders.forEach((seeds, holder) => {
      while (seeds.length > wanted[holder]) free.push(seeds.pop());
    });
    this.holders.forEach((seeds, holder) => {
      while (seeds.length < wanted[holder]) seeds.push(free.pop() ?? this.make());
    });
    for (const seed of free) seed.remove();
    this.layAll();
  }

  make() {
    const seed = document.createElementNS(SVG, "circle");
    seed.setAttribute("class", "seed");
    seed.setAttribute("r", 0.092);
    seed.setAttribute("fill", this.fill);
    this.layer.append(seed);
    return seed;
  }

  layAll() {
    for (let holder = 0; holder < 14; holder += 1) this.lay(holder);
  }

  lay(holder) {
    const seeds = this.holders[holder];
    if (holder < STORE) {
      const { x, y } = pitAt(holder, this.bottom);
      heap(seeds.length).forEach(([dx, dy], n) => this.put(seeds[n], x + dx, y + dy));
    } else {
      const y = STORE_Y[holder - STORE + 1 === this.bottom ? 0 : 1];
      seeds.forEach((seed, n) => this.put(seed, ...inStore(n, y)));
    }
    this.counted(holder, seeds.length);
  }

  put(seed, x, y) {
    seed.style.transform = `translate(${x.toFixed(3)}px, ${y.toFixed(3)}px)`;
  }

  /**
   * Sow as the rules tell it (`did`: pit, taken, shares, seat), then lay `pits` and `stores`;
   * `done` is called at the end, also when it is skipped.
   */
  sow({ origin, seat, taken, shares }, pits, stores, done) {
    const way = path(origin, this.holders[origin].length), store = STORE + seat - 1;
    const finish = () => {
      this.set(pits, stores);
      done();
    };
    if (calm.matches || document.hidden) return finish();
    const pace = Math.max(45, Math.min(120, LONGEST / Math.max(way.length, 1)));
    const steps = [[pace, () => {
      this.hand = this.holders[origin].splice(0);
      this.hold(this.hand, origin);
      this.lay(origin);
    }]];
    for (const pit of way)
      steps.push([pace, () => {
        const seed = this.hand.shift();
        this.layer.append(seed); // what falls last lies on top
        this.holders[pit].push(seed);
        this.hold(this.hand, pit);
        this.lay(pit);
      }]);
    for (const pit of taken) steps.push([170, () => this.bring(pit, store)]);
    if (shares.some(seeds => seeds))
      steps.push([300, () => {
        for (let pit = 0; pit < STORE; pit += 1) {
          const [first, second] = shares, to = first && second ? (pit < 6 ? 0 : 1) : first ? 0 : 1;
          this.bring(pit, STORE + to);
        }
      }]);
    steps.push([240, finish]);
    this.waiting = steps;
    this.layer.setAttribute("data-moving", "");
    this.next();
  }

  /** The seeds in the hand, above a pit. */
  hold(seeds, pit) {
    const { x, y } = pitAt(pit, this.bottom);
    heap(seeds.length).forEach(([dx, dy], n) => this.put(seeds[n], x + dx * 0.8, y - 0.12 + dy * 0.8));
  }

  bring(pit, store) {
    this.holders[store].push(...this.holders[pit].splice(0));
    this.lay(pit);
    this.lay(store);
  }

  next() {
    const step = this.waiting.shift();
    if (!step) return;
    const [wait, act] = step;
    act();
    if (this.waiting.length) this.timer = setTimeout(() => this.next(), wait);
  }

  /** Come to the end at once. */
  skip() {
    if (!this.waiting.length) return;
    clearTimeout(this.timer);
    const [, finish] = this.waiting.at(-1);
    this.waiting = [];
    finish();
  }
}
