import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { MOVABLE } from './card-target.ts';

/** The first card plays automatically after a page has been there this long. */
const FIRST_MS = 1_000;
const HINTS = ['pointerover', 'touchstart', 'focusin'] as const;

/** A finger on a card, and where it came down. */
export interface Finger {
  readonly target: Element;
  readonly x: number;
  readonly y: number;
}

let finger: Finger | undefined;
const lift = (): void => {
  finger = undefined;
};

/** The finger that came down on a card before the code of previews was there, while it has not been lifted. */
export const fingerThere = (): Finger | undefined => finger;

/** Nothing plays automatically for visitors who want less motion or less data. */
export const isQuiet = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ||
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Whether somebody looks at cards: they point at one, touch it or come to it by keyboard, or a page with live cards has
 * been there for a moment. What moves cards comes no sooner, and never to pages without them.
 */
export function useCardsLookedAt(): boolean {
  const { key } = useLocation();
  const [isSo, set] = useState(false);
  useEffect(() => {
    if (isSo) return undefined;
    const timer = setTimeout(
      () => set(!isQuiet() && document.querySelector(`main:not(.room) ${MOVABLE}`) !== null),
      FIRST_MS,
    );
    const onHint = (event: Event) => {
      const { target } = event;
      if (!(target instanceof Element) || !target.closest(MOVABLE)) return;
      // Browsers of devices without touch lack this event class.
      const touch = event.type === 'touchstart' ? (event as TouchEvent).touches[0] : undefined;
      if (touch) {
        finger = { target, x: touch.clientX, y: touch.clientY };
        for (const end of ['touchend', 'touchcancel', 'pointercancel'])
          addEventListener(end, lift, { once: true });
      }
      set(true);
    };
    for (const hint of HINTS) addEventListener(hint, onHint, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const hint of HINTS) removeEventListener(hint, onHint);
    };
  }, [isSo, key]);
  return isSo;
}
