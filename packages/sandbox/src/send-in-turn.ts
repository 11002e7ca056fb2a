/** So long the first of two posts that change places waits for the second. */
const HELD_MS = 10_000;
/** So long after the second the first one goes. */
const BEHIND_MS = 50;

/** Sends posts in the order in which they come, or each second one before the first. */
export type SendInTurn = (
  go: () => void,
  options: { readonly delayMs: number; readonly isReordered: boolean },
) => void;

/**
 * Lets posts change places. One that no other follows comes late, and is not lost.
 * @param later runs something after a time, unless its owner has ended by then
 */
export function makeSendInTurn(later: (ms: number, run: () => void) => void): SendInTurn {
  let held: (() => void) | undefined;
  return (go, { delayMs, isReordered }) => {
    if (isReordered && !held) {
      held = go;
      later(delayMs + HELD_MS, () => {
        if (held !== go) return;
        held = undefined;
        go();
      });
      return;
    }
    later(delayMs, go);
    if (held) later(delayMs + BEHIND_MS, held);
    held = undefined;
  };
}
