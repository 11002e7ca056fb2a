import { formatCount } from '@klieg/i18n';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useShown } from '#app/shared/me/hidden-names.ts';
import type { ListedCard } from '../cards/listed-cards.ts';
import { LiveCard } from '../cards/live-card.tsx';
import { ROW_COUNT } from './row-count.ts';

/** A row of rooms with something in common. */
export interface RoomRow {
  readonly key: string;
  readonly title: string;
  /** Link to all of them; null if these are nearly all. */
  readonly url: string | null;
  readonly total: number;
  readonly cards: readonly ListedCard[];
}

export interface RowOfRoomsProps {
  readonly row: RoomRow;
  /** A note beside the title. */
  readonly note?: ReactNode;
  /** Above the fold: its pictures are fetched at once. */
  readonly eager?: boolean;
}

/** Six rooms under what they have in common, and a link to all of them. */
export function RowOfRooms({ row: { title, url, total, cards }, note, eager = false }: RowOfRoomsProps) {
  const { i18n } = useLingui();
  const count = formatCount(total, i18n.locale);
  const shown = useShown(cards).slice(0, ROW_COUNT);
  if (shown.length === 0) return null;
  return (
    <section className="browse-block">
      <div className="section-head">
        <h2>{title}</h2>
        {note && <span className="min-w-0 truncate text-t1 text-ink-3">{note}</span>}
        <span className="grow" />
        {url && (
          <Link className="section-all" to={url} prefetch="intent">
            <Trans>See all {count}</Trans>
          </Link>
        )}
      </div>
      <div className="card-grid card-row" data-cards={shown.length}>
        {shown.map((card) => (
          <LiveCard key={card.username} card={card} eager={eager} />
        ))}
      </div>
    </section>
  );
}
