import type { MediaDetail, MediaItem } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Icon, Picture } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { holdingOf } from './media-rules.ts';
import { MediaLength, MediaPrice } from './media-words.tsx';

const NONE: readonly number[] = [];

interface Shown {
  readonly name: string;
  readonly items: readonly MediaItem[];
}

/** A performer's playlist, or an own one, with the media that can be shown; undefined if there is no such one. */
async function readPlaylist(
  id: number,
  username: string,
  isMember: boolean,
  signal: AbortSignal,
): Promise<Shown | undefined> {
  const offered = await lateApi.listModelMedia({ params: { username }, query: {}, signal });
  const theirs = offered.playlists.find((list) => list.id === id);
  const own =
    theirs || !isMember
      ? undefined
      : await lateApi.listPurchased({ params: { a: 'purchased', b: 'playlists' }, query: {}, signal });
  const list = theirs ?? own?.playlists.find((one) => one.id === id);
  if (!list) return undefined;
  const known = new Map([...offered.mediaList, ...(own?.items ?? [])].map((item) => [item.id, item]));
  return { name: list.name, items: list.media_ids.flatMap((mediaId) => known.get(mediaId) ?? []) };
}

/** The playlist that the address names: where one is in it, and the ways to its other media (MEDIA-LIBRARY-003). */
export function PlaylistRack({
  media,
  playlist,
}: {
  readonly media: MediaDetail;
  readonly playlist: number | undefined;
}) {
  const member = useMember();
  const { state } = useLoaded(
    `${playlist} ${media.username} ${member?.user.id}`,
    (signal) =>
      playlist === undefined
        ? Promise.resolve(undefined)
        : readPlaylist(playlist, media.username, member !== undefined, signal),
    member?.media_ids.length,
  );
  const list = state.kind === 'ready' ? state.value : undefined;
  if (!list || list.items.length === 0) return null;
  return <Rows list={list} current={media.id} playlist={playlist} bought={member?.media_ids ?? NONE} />;
}

function Rows({
  list,
  current,
  playlist,
  bought,
}: {
  readonly list: Shown;
  readonly current: number;
  readonly playlist: number | undefined;
  readonly bought: readonly number[];
}) {
  const { i18n, t } = useLingui();
  const at = list.items.findIndex(({ id }) => id === current) + 1;
  return (
    <section className="module media-rack" aria-label={t`Playlist`}>
      <div className="module-head">
        <h2 className="label grow truncate">
          <Trans>Playlist: {list.name}</Trans>
        </h2>
        <span className="small figure text-ink-3">
          <Trans>
            {formatCount(at, i18n.locale)} of {formatCount(list.items.length, i18n.locale)}
          </Trans>
        </span>
      </div>
      <ul className="media-rows">
        {list.items.map((item) => {
          const holding = holdingOf(item, bought);
          return (
            <li key={item.id}>
              <Link
                className="list-row"
                to={`${item.url}?playlist=${playlist}`}
                aria-current={item.id === current ? 'true' : undefined}
              >
                <span className="media-small-picture">
                  <Picture src={item.thumbnail_url} sizes="88px" />
                </span>
                <span className="min-w-0 grow">
                  <b className="block truncate">{item.name}</b>
                  <span className="small figure flex items-center gap-1 text-ink-3">
                    <MediaLength media={item} />
                  </span>
                </span>
                {holding === 'none' ? (
                  <MediaPrice media={item} holding={holding} />
                ) : (
                  <Icon name="check-bold" size={16} label={t`Owned`} className="text-good" />
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
