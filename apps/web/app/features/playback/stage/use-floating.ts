import { type RefObject, useEffect, useState } from 'react';

/** The small player of a page that was scrolled on. */
export interface Floating {
  readonly isFloating: boolean;
  /** Distance from the window's lower edge, in pixels. */
  readonly bottomPx: number;
  /** Puts it away until the place of the picture has been seen again. */
  readonly close: () => void;
  /** Scrolls to the place of the picture. */
  readonly back: () => void;
}

/** Less than this part of the place can be seen. */
const SEEN_PART = 0.25;
const GAP_PX = 16;

/** Space to leave below, so that writing in the chat is never covered. */
export function clearance(composer: DOMRect | undefined, windowHeight: number): number {
  const isSeen =
    composer !== undefined && composer.height > 0 && composer.top < windowHeight && composer.bottom > 0;
  return GAP_PX + (isSeen ? Math.max(0, windowHeight - composer.top) : 0);
}

const readClearance = (): number =>
  clearance(document.querySelector('.composer')?.getBoundingClientRect(), innerHeight);

/** Whether the place of the picture is out of sight while there is a picture. */
export function useFloating(slot: RefObject<HTMLElement | null>, isWanted: boolean): Floating {
  const [isSeen, setSeen] = useState(true);
  const [isClosed, setClosed] = useState(false);
  const [bottomPx, setBottomPx] = useState(GAP_PX);
  useEffect(() => {
    const element = slot.current;
    if (!element || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isVisible = (entry?.intersectionRatio ?? 1) >= SEEN_PART;
        setSeen(isVisible);
        if (isVisible) setClosed(false);
      },
      { threshold: [0, SEEN_PART, 1] },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [slot]);
  const isFloating = isWanted && !isSeen && !isClosed;
  useEffect(() => {
    if (!isFloating) return undefined;
    const read = () => setBottomPx(readClearance());
    read();
    addEventListener('resize', read);
    addEventListener('scroll', read, { capture: true, passive: true });
    return () => {
      removeEventListener('resize', read);
      removeEventListener('scroll', read, { capture: true });
    };
  }, [isFloating]);
  return {
    isFloating,
    bottomPx,
    close: () => setClosed(true),
    back: () => slot.current?.scrollIntoView({ block: 'nearest' }),
  };
}
