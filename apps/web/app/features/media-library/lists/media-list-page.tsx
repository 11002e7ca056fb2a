import { formatCount } from '@klieg/i18n';
import { Avatar, buttonClass, Count, Empty } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { BannerPlace } from '#app/shared/banner-place.tsx';
import { useShown } from '#app/shared/me/hidden-names.ts';
import { TYPE_NAMES } from '../media-words.tsx';
import { useOwnAnswer } from '../use-own-answer.ts';
import { callQuery, type ListQuery, searchOf } from './list-address.ts';
import { MediaPager, SortMenu, TagChips } from './list-parts.tsx';
import { MediaCard, MediaGrid } from './media-card.tsx';
import '../media-library.css';

type List = Answer<'listMedia'>;
type Month = Answer<'topMediaMonth'>['data'];
export type ListedType = 'videos' | 'pictures';

const EAGER = 5;
const TYPES: readonly ListedType[] = ['videos', 'pictures'];

function TypeTabs({ type, query }: { readonly type: ListedType; readonly query: ListQuery }) {
  const { t } = useLingui();
  const search = searchOf({ ...query, page: 1, tag: undefined });
  return (
    <nav className="segments" aria-label={t`Kind`}>
      {TYPES.map((one) => (
        <Link
          key={one}
          className="segment media-segment"
          to={{ pathname: `/media/${one}`, search }}
          aria-current={one === type ? 'page' : undefined}
        >
          {t(TYPE_NAMES[one])}
        </Link>
      ))}
    </nav>
  );
}

/** Best sellers of this month. */
function TopOfMonth({ sellers }: { readonly sellers: Month }) {
  const { i18n } = useLingui();
  const shown = useShown(sellers.map((seller) => ({ ...seller, username: seller.user.username })));
  if (shown.length === 0) return null;
  return (
    <section className="media-top">
      <div className="section-head">
        <h2>
          <Trans>Top sellers this month</Trans>
        </h2>
        <Link className="section-more" to="/media/top-models">
          <Trans>All top sellers</Trans>
        </Link>
      </div>
      <ol className="media-sellers">
        {shown.map(({ user, sold, rank }) => (
          <li key={user.username}>
            <Link to={`/${user.username}/media`}>
              <span className="figure text-ink-3">{rank}</span>
              <Avatar
                src={user.avatarUrl ?? user.profilePictureUrl}
                name={user.displayName}
                size={40}
                square
              />
              <span className="min-w-0">
                <b className="block truncate">{user.displayName}</b>
                <span className="small text-ink-2">
                  <Plural value={sold} one="# sold" other={`${formatCount(sold, i18n.locale)} sold`} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Nothing to show, and the ways on (ERRORS-014). */
export function NoMedia({ hasFilter, to }: { readonly hasFilter: boolean; readonly to: string }) {
  return (
    <Empty
      title={hasFilter ? <Trans>No matches here</Trans> : <Trans>There is nothing here yet</Trans>}
      action={
        <Link className={buttonClass({ size: 'small' })} to={hasFilter ? to : '/'}>
          {hasFilter ? <Trans>Show all of it</Trans> : <Trans>See who is live</Trans>}
        </Link>
      }
    >
      {hasFilter ? (
        <Trans>No media has this tag, or the list is shorter than this page.</Trans>
      ) : (
        <Trans>Media is listed here when performers offer it.</Trans>
      )}
    </Empty>
  );
}

export interface MediaListPageProps {
  readonly type: ListedType;
  readonly query: ListQuery;
  /** As everybody reads it. */
  readonly list: Omit<List, 'seo'>;
  readonly month: Month;
}

/** `/media/{type}`: all media of one kind that can be bought (MEDIA-LIBRARY-005). */
export function MediaListPage({ type, query, list, month }: MediaListPageProps) {
  const { t, i18n } = useLingui();
  const { page, sort, tag } = query;
  const read = useCallback(
    (signal: AbortSignal) =>
      lateApi.listMedia({ params: { type }, query: callQuery({ page, sort, tag }), signal }),
    [type, page, sort, tag],
  );
  const { value } = useOwnAnswer<Omit<List, 'seo'>>(list, read);
  const shown = useShown(value.data);
  return (
    <main id="main" className="main media-main pt-4">
      <BannerPlace />
      <header className="media-head">
        <h1>{t(TYPE_NAMES[type])}</h1>
        <Count>{formatCount(value.count_total, i18n.locale)}</Count>
        <span className="grow" />
        <TypeTabs type={type} query={query} />
        <SortMenu query={query} />
      </header>
      <TagChips query={query} tags={value.tags} />
      {shown.length === 0 ? (
        <NoMedia hasFilter={tag !== undefined || page > 1} to={`/media/${type}`} />
      ) : (
        <MediaGrid>
          {shown.map((media, at) => (
            <MediaCard key={media.id} media={media} eager={at < EAGER} />
          ))}
        </MediaGrid>
      )}
      <MediaPager query={query} total={value.count_total} pageSize={value.per_page} />
      <TopOfMonth sellers={month} />
    </main>
  );
}
