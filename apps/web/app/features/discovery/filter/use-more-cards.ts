import { useCallback, useEffect, useRef, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { ListedCard } from '../cards/listed-cards.ts';

/** Cards that come with each further answer. */
const MORE = 30;

export interface MoreCards {
  readonly cards: readonly ListedCard[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly loadMore: () => void;
}

/**
 * The first cards of a filtered list, and those loaded near its end. A changing list gives no card twice.
 * @param search the address's query, which identifies the list; another one needs a fresh hook
 */
export function useMoreCards(first: readonly ListedCard[], total: number, search: string): MoreCards {
  const [more, setMore] = useState<readonly ListedCard[]>([]);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  /** How many of the list were asked for, those too that another page had shown. */
  const [asked, setAsked] = useState(first.length);
  const hasMore = asked < total;
  const loadMore = useCallback(() => {
    if (state === 'loading' || asked >= total) return;
    setState('loading');
    const query = { ...Object.fromEntries(new URLSearchParams(search)), perPage: String(MORE) };
    lateApi.browseFiltered({ query: { ...query, p: String(Math.floor(asked / MORE) + 1) } as never }).then(
      ({ userList }) => {
        setAsked(asked + MORE);
        setMore((known) => {
          const names = new Set([...first, ...known].map(({ username }) => username));
          return [...known, ...userList.filter(({ username }) => !names.has(username))];
        });
        setState('idle');
      },
      () => setState('failed'),
    );
  }, [asked, first, search, state, total]);
  return {
    cards: [...first, ...more],
    hasMore,
    isLoading: state === 'loading',
    hasFailed: state === 'failed',
    loadMore,
  };
}

/** Calls when the element is nearly in sight. */
export function useNearEnd(onNear: () => void, isOn: boolean): (element: Element | null) => void {
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  const watcher = useRef<IntersectionObserver>(null);
  return useCallback(
    (element) => {
      watcher.current?.disconnect();
      if (!element || !isOn) return;
      watcher.current = new IntersectionObserver(
        (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current(),
        { rootMargin: '600px' },
      );
      watcher.current.observe(element);
    },
    [isOn],
  );
}
