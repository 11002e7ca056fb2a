import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMe } from '#app/shared/me/me-store.ts';
import { abBucketOf } from './ab-bucket.ts';
import type { ListedCard } from './listed-cards.ts';

/**
 * The cards of `/for-you` in the member's own order; undefined on other pages, for guests and until loaded: the shared
 * page has the general order.
 */
export function useOwnOrder(path: string): readonly ListedCard[] | undefined {
  const me = useMe();
  const isMember = me.kind === 'member';
  const bucket = abBucketOf(me);
  const [query] = useSearchParams();
  const page = query.get('p') ?? '1';
  const [own, setOwn] = useState<{ readonly page: string; readonly cards: readonly ListedCard[] }>();
  const isAsked = path === '/for-you' && isMember;
  useEffect(() => {
    if (!isAsked) return undefined;
    const stop = new AbortController();
    lateApi
      .browseGender({
        params: { gender: 'for-you' },
        query: { p: page, ...(bucket !== undefined && { ab: bucket }) },
        signal: stop.signal,
      })
      .then(
        ({ userList: cards }) => setOwn({ page, cards }),
        () => undefined,
      );
    return () => stop.abort();
  }, [isAsked, page, bucket]);
  return isAsked && own?.page === page ? own.cards : undefined;
}
