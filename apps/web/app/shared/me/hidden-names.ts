import { useMemo } from 'react';
import { useSwiper } from './swiper-state.ts';

/*
 * What every list asks; changing whom one hides is code of its own (hidden-models.ts), which comes when it is needed.
 */

/** All names hidden in this browser. */
export function useHiddenNames(): ReadonlySet<string> {
  const { hidden } = useSwiper();
  return useMemo(() => new Set(hidden), [hidden]);
}

/** The rest of a list; the same object if none of it is hidden. */
export function withoutHidden<T extends { readonly username: string }>(
  cards: readonly T[],
  hidden: ReadonlySet<string>,
): readonly T[] {
  return hidden.size > 0 && cards.some(({ username }) => hidden.has(username))
    ? cards.filter(({ username }) => !hidden.has(username))
    : cards;
}

/** The cards of a list that may be shown here. */
export function useShown<T extends { readonly username: string }>(cards: readonly T[]): readonly T[] {
  const hidden = useHiddenNames();
  return useMemo(() => withoutHidden(cards, hidden), [cards, hidden]);
}
