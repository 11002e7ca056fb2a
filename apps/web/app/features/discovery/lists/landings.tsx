import { Icon } from '@klieg/ui';
import { formatCount } from '@klieg/i18n';
import { Plural, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMe } from '#app/shared/me/me-store.ts';
import { abBucketOf } from '../cards/ab-bucket.ts';

type Landings = ReadonlyMap<string, number>;

/**
 * Visits that came from other sites straight to each performer of `/top`, for administrators; undefined on other pages,
 * for everybody else and until loaded. The shared page has none of it.
 */
export function useLandings(path: string): Landings | undefined {
  const me = useMe();
  const user = me.kind === 'member' ? me.current.user : undefined;
  const bucket = abBucketOf(me);
  const isAsked = path === '/top' && (user?.isAdmin === true || user?.isSuperAdmin === true);
  const [query] = useSearchParams();
  const page = query.get('p') ?? '1';
  const [landings, setLandings] = useState<{ readonly page: string; readonly counts: Landings }>();
  useEffect(() => {
    if (!isAsked) return undefined;
    const stop = new AbortController();
    lateApi
      .browseGender({
        params: { gender: 'top' },
        query: { p: page, ...(bucket !== undefined && { ab: bucket }) },
        signal: stop.signal,
      })
      .then(
        ({ userList }) =>
          setLandings({ page, counts: new Map(userList.map((card) => [card.username, card.referer_count])) }),
        () => undefined,
      );
    return () => stop.abort();
  }, [isAsked, page, bucket]);
  return isAsked && landings?.page === page ? landings.counts : undefined;
}

/** In place of a card's strip: visits of 30 days that came to the performer from other sites (BROWSE-065). */
export function LandingStrip({ count }: { readonly count: number }) {
  const { i18n } = useLingui();
  return (
    <span className="viewers">
      <Icon name="globe" size={14} />
      <Plural
        value={count}
        one="# visit from another site"
        other={`${formatCount(count, i18n.locale)} visits from other sites`}
      />
    </span>
  );
}
