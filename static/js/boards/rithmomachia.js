// Rithmomachia on the pages of matches: its board, and what stands beside it.

import { Aside } from "./rithmomachia/aside.js";
import { one } from "../table.js";

export { Board } from "./rithmomachia/board.js";

const beside = Base =>
  class extends Base {
    start() {
      this.aside = one("[data-camp]") ? new Aside(this) : null;
      one("main").dataset.bottom = this.board.bottom;
      super.start();
    }

    drawn() {
      super.drawn();
      this.aside?.show(this.position);
    }

    /** A piece that is only looked at is told of, whatever else goes on. */
    headline() {
      const line = super.headline(), { look } = this.board;
      return look && this.status === "running" && !this.sending ? { ...line, text: look.text, small: look.small } : line;
    }
  };

/** The replay shows the position of its step. */
export const inReplay = Base =>
  class extends Base {
    start() {
      this.aside = one("[data-camp]") ? new Aside(this) : null;
      super.start();
    }

    drawn(position) {
      super.drawn(position);
      this.aside?.show(position);
    }
  };

export const asPlayer = beside;
export const asArbiter = beside;
