import { type RefObject, useCallback, useSyncExternalStore } from 'react';

const nothing = (): void => {};

function isFree(box: HTMLElement | null): boolean {
  const thirds = box?.parentElement?.querySelectorAll('.lower-third') ?? [];
  return box !== null && [...thirds].every((third) => box.contains(third));
}

/**
 * True while nobody else has a lower third on the picture that `box` lies on. Each module queues its own, and
 * what the page shows is the one thing that all of them have in common.
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
