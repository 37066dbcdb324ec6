// Oware on the pages of matches: its board, and what the page says of a move.

export { Board } from "./oware/board.js";

export const asPlayer = Base =>
  class extends Base {
    render() {
      this.board.still = !!this.options.still;
      super.render();
    }

    turnLine(doing) {
      const line = super.turnLine(doing);
      return this.myTurn && this.position.must_feed ? { ...line, small: this.say("your_move_feed") } : line;
    }

    drop() {
      this.board.skip();
      return super.drop();
    }
  };

export const onScreen = Base =>
  class extends Base {
    drawn() {
      for (const { node } of this.board.pits) node.removeAttribute("tabindex");
    }
  };
