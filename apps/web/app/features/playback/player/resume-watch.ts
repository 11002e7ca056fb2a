/** Stops to watch. */
type Stop = () => void;

const TICK_MS = 1_000;
/** Timers that were late by this much: the machine slept, or the page was held back for long. */
export const JUMP_MS = 5_000;

/**
 * Calls back when an apparent connection may be dead: after sleep, when the network has come back, when the page
 * returns from the browser's cache.
 */
export function watchResume(onResume: () => void): Stop {
  let tickedAtMs = Date.now();
  const tick = (): void => {
    const nowMs = Date.now();
    const isJump = nowMs - tickedAtMs > TICK_MS + JUMP_MS;
    tickedAtMs = nowMs;
    if (isJump) onResume();
  };
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) onResume();
  };
  const timer = setInterval(tick, TICK_MS);
  addEventListener('online', onResume);
  addEventListener('pageshow', onShow);
  return () => {
    clearInterval(timer);
    removeEventListener('online', onResume);
    removeEventListener('pageshow', onShow);
  };
}
