import { type RefObject, useCallback, useSyncExternalStore } from 'react';

const nothing = (): void => {};

function isFree(box: HTMLElement | null): boolean {
  const thirds = box?.parentElement?.querySelectorAll('.lower-third') ?? [];
  return box !== null && [...thirds].every((third) => box.contains(third));
}

/**
 * True while nobody else has a lower third on the picture that contains `box`. Each module has its own queue, and the
 * page itself is the only thing they have in common.
 */
export function useFreeEdge(box: RefObject<HTMLElement | null>, isWatched: boolean): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stage = box.current?.parentElement;
      if (!stage || !isWatched) return nothing;
      const observer = new MutationObserver(onChange);
      observer.observe(stage, { childList: true, subtree: true });
      return () => observer.disconnect();
    },
    [box, isWatched],
  );
  return useSyncExternalStore(
    subscribe,
    () => isFree(box.current),
    () => false,
  );
}
