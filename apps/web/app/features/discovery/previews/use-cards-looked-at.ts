import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { MOVABLE } from './card-target.ts';

/** The first card moves by itself after a page was there for so long. */
const FIRST_MS = 1_000;
const HINTS = ['pointerover', 'touchstart', 'focusin'] as const;

let isTouched = false;

/** Whether it was a finger by which somebody looked at cards first. */
export const wasTouched = (): boolean => isTouched;

/** Nothing moves by itself for whoever asked for less motion or less data. */
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
    const onHint = ({ target, type }: Event) => {
      if (!(target instanceof Element) || !target.closest(MOVABLE)) return;
      isTouched = type === 'touchstart';
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
