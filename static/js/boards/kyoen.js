// Kyōen on the pages of matches: its board, its claims, and what its replay reveals.

export { Board } from "./kyoen/board.js";
export { asArbiter, asPlayer, prepare } from "./kyoen/claims.js";
export { LessonBoard } from "./kyoen/lesson.js";
export { inReplay } from "./kyoen/replay.js";
export { onScreen } from "./kyoen/screen.js";
