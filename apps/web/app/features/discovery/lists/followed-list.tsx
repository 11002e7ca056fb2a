import type { UserCard } from '@klieg/contract';
import { formatViewers } from '@klieg/i18n';
import { Avatar, Count, joinClasses, type RoomLook } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api } from '#app/shared/api/client.ts';
import { liveSources } from '#app/shared/live-sources.ts';
import { useMe } from '#app/shared/me/me-store.ts';
import { useShown } from '#app/shared/me/hidden-names.ts';
import { roomLook } from '#app/shared/room/room-look.ts';
import { FollowedHead } from './followed-head.tsx';
import { useRoomStatus, useWatchRooms } from '../cards/use-room-status.ts';

/** Most followed performers shown in the rail. */
const RAIL_COUNT = 20;

const lampOf = (look: RoomLook): string | false =>
  look === 'private'
    ? 'lamp-private'
    : look === 'standby'
      ? 'lamp-standby'
      : look === 'offline' && 'lamp-offline';

function StateWords({ look, card }: { readonly look: RoomLook; readonly card: UserCard }) {
  switch (look) {
    case 'private':
      return <Trans>In private</Trans>;
    case 'spy':
      return <Trans>Spy available</Trans>;
    case 'ticket':
      return <Trans>Ticket show</Trans>;
    case 'group':
      return <Trans>Group show</Trans>;
    case 'standby':
      return <Trans>Standby</Trans>;
    case 'offline':
      return <Trans>Offline</Trans>;
    default:
      return card.tags.slice(0, 2).join(', ') || <Trans>Live</Trans>;
  }
}

function Followed({ card }: { readonly card: UserCard }) {
  const { i18n } = useLingui();
  const live = useRoomStatus(card.username);
  const look = roomLook(live?.status ?? card.status, card.spy_cost, card.group_price !== null);
  const picture = card.avatarUrl ?? card.thumb_url;
  return (
    <Link className="rail-item" to={`/${card.username}`}>
      <Avatar src={picture} sources={liveSources(picture)} name={card.displayName} />
      <span className="rail-words">
        <span className="strong truncate">{card.displayName}</span>
        <span className="small truncate text-ink-3">
          <StateWords look={look} card={card} />
        </span>
      </span>
      <span className={joinClasses('lamp', lampOf(look))} />
      {look !== 'private' && look !== 'offline' && (
        <Count>{formatViewers(live?.viewers ?? card.viewer_count, i18n.locale)}</Count>
      )}
    </Link>
  );
}

/** The followed performers, live ones first; undefined while unknown. */
function useFollowed(): readonly UserCard[] | undefined {
  const me = useMe();
  const [cards, setCards] = useState<readonly UserCard[]>();
  const names =
    me.kind === 'member' ? me.current.user.following.map(({ followname }) => followname).join(' ') : '';
  useEffect(() => {
    if (me.kind !== 'member') return undefined;
    const stop = new AbortController();
    api.listFollowing({ query: { limit: String(RAIL_COUNT) }, signal: stop.signal }).then(
      ({ items }) =>
        setCards(items.toSorted((a, b) => Number(a.status === 'offline') - Number(b.status === 'offline'))),
      () => undefined,
    );
    return () => stop.abort();
  }, [me.kind, names]);
  return cards;
}

const NOBODY: readonly UserCard[] = [];

/** The member's followed performers in the rail: live ones first. */
export default function FollowedList() {
  const cards = useFollowed();
  const shown = useShown(cards ?? NOBODY);
  useWatchRooms(cards?.map(({ username }) => username) ?? []);
  const liveCount = cards?.filter(({ status }) => status !== 'offline').length ?? 0;
  return (
    <>
      <FollowedHead>
        {cards && (
          <Count>
            <Plural value={liveCount} one="# live" other="# live" />
          </Count>
        )}
      </FollowedHead>
      {cards?.length === 0 && (
        <p className="small p-2 text-ink-2">
          <Trans>Nobody yet. Press the heart on a picture to follow a performer.</Trans>
        </p>
      )}
      {shown.map((card) => (
        <Followed key={card.username} card={card} />
      ))}
    </>
  );
}
