import { Button } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { LiveCard } from '../live-card.tsx';
import { ROW_COUNT } from '../row-count.ts';
import { LiveNowWaiting } from './live-now-waiting.tsx';

/** In a room that is closed: rooms with much in common, those that are live first. */
export default function LiveNowRow({ room }: SlotProps<null>) {
  const { username } = room.user;
  const { state, reload } = useLoaded(username, (signal) =>
    lateApi.listSimilar({ params: { username }, query: {}, signal }),
  );
  if (state.kind === 'loading') return <LiveNowWaiting />;
  if (state.kind === 'failed')
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
  const cards = state.value.userList.slice(0, ROW_COUNT);
  if (cards.length === 0) return null;
  return (
    <section className="live-now">
      <h2 className="label">
        {cards[0]!.status === 'offline' ? (
          <Trans>Similar performers</Trans>
        ) : (
          <Trans>Live now, close to this</Trans>
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
