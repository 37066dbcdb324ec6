// What a reader chose on this device, and what it makes heard and felt.

const KEY = "taikai.play";

class Options {
  constructor(defaults) {
    Object.assign(this, { confirm: false, sound: false, vibration: false, preview: false, safe: false }, defaults, this.read());
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {}; // storage is off: choices last as long as the page
    }
  }

  set(name, value) {
    this[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...this.read(), [name]: value }));
    } catch {
      // as above
    }
  }

  /** Checkboxes named as the options. */
  bind(form, changed) {
    for (const box of form.querySelectorAll('input[type="checkbox"]')) {
      box.checked = this[box.name];
      box.addEventListener("change", () => {
        this.set(box.name, box.checked);
        changed(box.name);
      });
    }
  }
}

export const options = defaults => new Options(defaults);

// [frequency in Hz, start, length in s]
const TONES = {
  stone: [[520, 0, 0.06]],
  turn: [[520, 0, 0.08], [700, 0.09, 0.14]],
  right: [[660, 0, 0.12], [880, 0.13, 0.22]],
  wrong: [[300, 0, 0.14], [240, 0.15, 0.2]],
  low: [[880, 0, 0.09], [880, 0.16, 0.09]],
  refused: [[220, 0, 0.18]],
};
const PULSES = { stone: 20, turn: 60, right: [30, 40, 80], wrong: [60, 40, 60], low: [40, 60, 40], refused: 90 };

export class Feedback {
  constructor(chosen) {
    this.options = chosen;
  }

  /** Browsers let a page sound only after a touch. */
  wake() {
    if (this.options.sound) this.context ??= new AudioContext();
  }

  play(kind) {
    if (this.options.vibration) navigator.vibrate?.(PULSES[kind]);
    if (!this.options.sound || !this.context) return;
    for (const [frequency, start, length] of TONES[kind]) {
      const at = this.context.currentTime + start, tone = this.context.createOscillator(), gain = this.context.createGain();
      tone.frequency.value = frequency;
      gain.gain.setValueAtTime(0.15, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + length);
      tone.connect(gain).connect(this.context.destination);
      tone.start(at);
      tone.stop(at + length);
    }
  }
}
