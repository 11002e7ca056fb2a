import { formatCount } from '@klieg/i18n';
import { Avatar, Button, Icon, Picture } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { Link } from 'react-router';
import type { MediaTypeName, Playlist } from '@klieg/contract';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { BannerPlace } from '#app/shared/banner-place.tsx';
import { useFollow } from '#app/shared/me/follow.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import { PersonTabs } from '#app/shared/person-tabs.tsx';
import { BuyAll } from '../buy/buy-all.tsx';
import { TYPE_NAMES } from '../media-words.tsx';
import { useOwnAnswer } from '../use-own-answer.ts';
import { callQuery, type ListQuery, searchOf } from './list-address.ts';
import { MediaPager, SortMenu, TagChips } from './list-parts.tsx';
import { MediaCard, MediaGrid } from './media-card.tsx';
import { NoMedia } from './media-list-page.tsx';
import '../media-library.css';

type List = Answer<'listModelMedia'>;

const EAGER = 5;
const TYPES = Object.keys(TYPE_NAMES) as MediaTypeName[];

/** The kind that an address asks for. */
export const typeNamed = (word: string | null): MediaTypeName | undefined =>
  TYPES.find((type) => type === word);

function FollowButton({ username }: { readonly username: string }) {
  const { isFollowing, toggle } = useFollow(username);
  return (
    <Button icon={isFollowing ? 'heart-fill' : 'heart'} aria-pressed={isFollowing} onClick={toggle}>
      {isFollowing ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
    </Button>
  );
}

function TypeTabs({ query, path }: { readonly query: ListQuery; readonly path: string }) {
  const { t } = useLingui();
  return (
    <nav className="segments" aria-label={t`Kind`}>
      {[undefined, ...TYPES].map((type) => (
        <Link
          key={type ?? 'all'}
          className="segment media-segment"
          preventScrollReset
          to={{ pathname: path, search: searchOf({ ...query, type, page: 1 }) }}
          aria-current={query.type === type ? 'page' : undefined}
        >
          {type ? t(TYPE_NAMES[type]) : t`All`}
        </Link>
      ))}
    </nav>
  );
}

/** What the performer has put together, each opened at its first media. */
function Playlists({ lists, username }: { readonly lists: readonly Playlist[]; readonly username: string }) {
  const { i18n } = useLingui();
  const filled = lists.filter(({ media_ids: ids }) => ids.length > 0);
  if (filled.length === 0) return null;
  return (
    <section className="media-top">
      <div className="section-head">
        <h2>
          <Trans>Playlists</Trans>
        </h2>
      </div>
      <ul className="media-playlists">
        {filled.map(({ id, name, count, cover_url: cover, media_ids: ids }) => (
          <li key={id}>
            <Link to={`/${username}/videos/${ids[0]}?playlist=${id}`}>
              <span className="media-small-picture">
                {cover ? <Picture src={cover} sizes="88px" /> : <Icon name="list" />}
              </span>
              <span className="min-w-0">
                <b className="block truncate">{name}</b>
                <span className="small text-ink-2">
                  <Plural value={count} one="# item" other={`${formatCount(count, i18n.locale)} items`} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export interface ModelMediaPageProps {
  readonly user: {
    readonly username: string;
    readonly displayName: string;
    readonly fanclub: boolean;
    readonly avatarUrl: string | null;
  };
  readonly query: ListQuery;
  /** As everybody reads it. */
  readonly list: List;
}

/** `/{username}/media`: what a performer offers (MEDIA-LIBRARY-001). */
export function ModelMediaPage({ user, query, list }: ModelMediaPageProps) {
  const { i18n } = useLingui();
  const { username, displayName } = user;
  const { page, sort, tag } = query;
  const type = typeNamed(query.type ?? null);
  const isSelf = useMember()?.user.username === username;
  const read = useCallback(
    (signal: AbortSignal) =>
      lateApi.listModelMedia({
        params: { username },
        query: { ...callQuery({ page, sort, tag }), ...(type && { type }) },
        signal,
      }),
    [username, page, sort, tag, type],
  );
  const { value, reload } = useOwnAnswer(list, read);
  const path = `/${username}/media`;
  const isWhole = type === undefined && tag === undefined;
  return (
    <main id="main" className="media-of-model">
      <header className="media-person">
        <Avatar src={user.avatarUrl} name={displayName} size={48} square />
        <div className="min-w-0 grow">
          <h1 className="line-clamp-2">
            <Trans>{displayName} media</Trans>
          </h1>
          <p className="small text-ink-2">
            <Plural
              value={value.count_total}
              one="# item"
              other={`${formatCount(value.count_total, i18n.locale)} items`}
            />
          </p>
        </div>
        {!isSelf && <FollowButton username={username} />}
      </header>
      <PersonTabs user={user} at="media" media={isWhole ? value.count_total : undefined} />
      <div className="media-inside">
        <div className="media-head">
          <TypeTabs query={query} path={path} />
          <span className="grow" />
          {!isSelf && (
            <BuyAll
              username={username}
              displayName={displayName}
              unpurchased={value.unpurchased}
              onStale={reload}
            />
          )}
          <SortMenu query={query} />
        </div>
        <TagChips query={query} tags={value.topTags} />
        {value.mediaList.length === 0 ? (
          <NoMedia hasFilter={tag !== undefined || page > 1 || type !== undefined} to={path} />
        ) : (
          <MediaGrid>
            {value.mediaList.map((media, at) => (
              <MediaCard key={media.id} media={media} eager={at < EAGER} hasNoName />
            ))}
          </MediaGrid>
        )}
        <MediaPager query={query} total={value.count_total} pageSize={value.per_page} />
        <Playlists lists={value.playlists} username={username} />
      </div>
      <BannerPlace />
    </main>
  );
}
