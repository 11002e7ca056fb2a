import type { UserCard } from '@klieg/contract';
import { Button } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { useShown } from '#app/shared/me/hidden-names.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { LiveCard } from '../cards/live-card.tsx';
import { ROW_COUNT } from '../home/row-count.ts';
import { LiveNowWaiting } from './live-now-waiting.tsx';

interface RowProps {
  /** The room is closed by a show that may end at any time, and not by its performer's absence. */
  readonly isShow: boolean;
}

function Row({ cards: all, isShow }: RowProps & { readonly cards: readonly UserCard[] }) {
  const cards = useShown(all).slice(0, ROW_COUNT);
  if (cards.length === 0) return null;
  return (
    <section className="live-now" data-show={isShow || undefined}>
      <h2 className="label">
        {cards.every(({ status }) => status !== 'offline') ? (
          <Trans>Live now, similar to this room</Trans>
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

function LoadedRow({ username, isShow }: RowProps & { readonly username: string }) {
  const { state, reload } = useLoaded(username, (signal) =>
    lateApi.listSimilar({ params: { username }, query: {}, signal }),
  );
  if (state.kind === 'loading') return <LiveNowWaiting isShow={isShow} />;
  if (state.kind === 'ready') return <Row cards={state.value.userList} isShow={isShow} />;
  return (
    <section className="live-now" data-show={isShow || undefined}>
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
export default function LiveNowRow({ room, now }: SlotProps<null>) {
  const { suggestions, user } = room;
  const isShow = now.status !== 'offline';
  return suggestions.length > 0 ? (
    <Row cards={suggestions} isShow={isShow} />
  ) : (
    <LoadedRow username={user.username} isShow={isShow} />
  );
}
