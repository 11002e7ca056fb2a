/** How long the first of two swapped posts waits for the second. */
const HELD_MS = 10_000;
/** How long after the second the first one is sent. */
const BEHIND_MS = 50;

/** Sends posts in the order in which they come, or swaps each two. */
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
