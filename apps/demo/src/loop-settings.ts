/** Length of every loop. */
export const LOOP_SECONDS = 12;
/** Pictures per second of every loop. */
export const LOOP_FPS = 20;
