import type { UserCard } from '@klieg/contract';
import { Button } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { useShown } from '#app/shared/me/hidden-names.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { LiveCard } from '../live-card.tsx';
import { ROW_COUNT } from '../row-count.ts';
import { LiveNowWaiting } from './live-now-waiting.tsx';

function Row({ cards: all }: { readonly cards: readonly UserCard[] }) {
  const cards = useShown(all).slice(0, ROW_COUNT);
  if (cards.length === 0) return null;
  return (
    <section className="live-now">
      <h2 className="label">
        {cards.every(({ status }) => status !== 'offline') ? (
          <Trans>Live now, much like this room</Trans>
        ) : (
          <Trans>Similar performers</Trans>
        )}
      </h2>
      <div className="live-now-cards">
        {cards.map((card) => (
          <LiveCard key={card.username} card={card} />
        ))}
      </div>
    </section>
  );
}

function LoadedRow({ username }: { readonly username: string }) {
  const { state, reload } = useLoaded(username, (signal) =>
    lateApi.listSimilar({ params: { username }, query: {}, signal }),
  );
  if (state.kind === 'loading') return <LiveNowWaiting />;
  if (state.kind === 'ready') return <Row cards={state.value.userList} />;
  return (
    <section className="live-now">
      <p className="text-ink-2">
        <Trans>Rooms that are live now could not be loaded.</Trans>
      </p>
      <Button onClick={reload}>
        <Trans>Try again</Trans>
      </Button>
    </section>
  );
}

/**
 * In a room that is closed: rooms with much in common, those that are live first. They come with the room's answer, but
 * in a room that has closed while somebody was there.
 */
export default function LiveNowRow({ room }: SlotProps<null>) {
  const { suggestions, user } = room;
  return suggestions.length > 0 ? <Row cards={suggestions} /> : <LoadedRow username={user.username} />;
}
