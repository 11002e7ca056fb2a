import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The first card moves by itself after a page was there for so long. */
const FIRST_MS = 1_000;
const HINTS = ['pointermove', 'touchstart', 'keydown'] as const;

/** Nothing moves by itself for whoever asked for less motion or less data. */
export const isQuiet = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ||
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Whether somebody looks at cards: they point, touch or press a key, or a page with live cards has been there
 * for a moment. What moves cards comes no sooner.
 */
export function useCardsLookedAt(): boolean {
  const { key } = useLocation();
  const [isSo, set] = useState(false);
  useEffect(() => {
    if (isSo) return undefined;
    const yes = () => set(true);
    const timer = setTimeout(
      () => !isQuiet() && document.querySelector('main:not(.room) .strip-live') && yes(),
      FIRST_MS,
    );
    for (const hint of HINTS) addEventListener(hint, yes, { once: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const hint of HINTS) removeEventListener(hint, yes);
    };
  }, [isSo, key]);
  return isSo;
}
