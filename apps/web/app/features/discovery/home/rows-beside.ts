import { nearGoal } from '../filter/browse-filters.ts';
import type { ListedCard } from '../cards/listed-cards.ts';
import type { RoomRow } from './room-row.tsx';
import { ROW_COUNT } from './row-count.ts';

/** As many as middle widths show in a row; with fewer a row would be half empty. */
const ROW_FROM = 4;

/**
 * The rows of highlights below the first rooms: each without rooms already shown above, and left out if too few remain.
 */
export function rowsBeside(
  lead: readonly ListedCard[],
  live: readonly ListedCard[],
  rows: readonly RoomRow[],
): { readonly goal: readonly ListedCard[]; readonly beside: readonly RoomRow[] } {
  const shown = new Set(lead.map(({ username }) => username));
  const take = (cards: readonly ListedCard[]): readonly ListedCard[] => {
    const left = cards.filter(({ username }) => !shown.has(username)).slice(0, ROW_COUNT);
    if (left.length < ROW_FROM) return [];
    for (const { username } of left) shown.add(username);
    return left;
  };
  const goal = take(nearGoal(live));
  const beside = rows
    .map((row) => ({ ...row, cards: take(row.cards) }))
    .filter(({ cards }) => cards.length > 0);
  return { goal, beside };
}
