// Kyōen on the big screen: the last claim on the board.

import { showClaim } from "./claims.js";

export const onScreen = Base =>
  class extends Base {
    drawn() {
      for (const spot of this.board.spots.values()) spot.node.removeAttribute("tabindex");
      showClaim(this.board, this.match.position.last_claim);
    }
  };
