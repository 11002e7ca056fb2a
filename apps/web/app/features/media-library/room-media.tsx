import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { listDelayMs } from './list-delay.ts';
import { MediaCard } from './lists/media-card.tsx';
import './media-library.css';

const SHOWN = 4;

/** A performer's newest media in the room; read again a while after the news that they changed (MEDIA-LIBRARY-022). */
export default function RoomMedia({ part, room, me }: SlotProps<number>) {
  const { username } = room.user;
  const who = me.kind === 'member' ? me.current.user.id : me.kind;
  const bought = me.kind === 'member' ? me.current.media_ids.length : 0;
  const { state, reload } = useLoaded(
    `${username} ${who}`,
    (signal) => lateApi.listModelMedia({ params: { username }, query: {}, signal }),
    bought,
  );
  useEffect(() => {
    if (part === 0) return undefined;
    const timer = setTimeout(reload, listDelayMs(Math.random()));
    return () => clearTimeout(timer);
  }, [part, reload]);
  const list = state.kind === 'ready' ? state.value.mediaList : [];
  if (list.length === 0) return null;
  return (
    <section className="media-in-room">
      <div className="section-head">
        <h2>
          <Trans>Media</Trans>
        </h2>
        <Link className="section-more" to={`/${username}/media`}>
          <Trans>See all</Trans>
        </Link>
      </div>
      <div className="media-grid media-grid-4">
        {list.slice(0, SHOWN).map((media) => (
          <MediaCard key={media.id} media={media} hasNoName />
        ))}
      </div>
    </section>
  );
}
