import { type RefObject, useEffect, useState } from 'react';

/** The small player of a page that was scrolled on. */
export interface Floating {
  readonly isFloating: boolean;
  /** Puts it away until the place of the picture has been seen again. */
  readonly close: () => void;
  /** Scrolls to the place of the picture. */
  readonly back: () => void;
}

/** Less than this part of the place can be seen. */
const SEEN_PART = 0.25;

/**
 * Where the chat is beside the picture, a small player has a place that covers no line of it. Narrower windows keep the
 * picture itself in sight; the lowest of them have no room for a second one.
 */
const WIDE = '(min-width: 721px)';

/** Whether the place of the picture is out of sight while there is a picture, and a small one covers no chat. */
export function useFloating(slot: RefObject<HTMLElement | null>, isWanted: boolean): Floating {
  const [isSeen, setSeen] = useState(true);
  const [isClosed, setClosed] = useState(false);
  const [isWide, setWide] = useState(false);
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
  useEffect(() => {
    const query = matchMedia(WIDE);
    const read = () => setWide(query.matches);
    read();
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return {
    isFloating: isWanted && isWide && !isSeen && !isClosed,
    close: () => setClosed(true),
    back: () => slot.current?.scrollIntoView({ block: 'nearest' }),
  };
}
