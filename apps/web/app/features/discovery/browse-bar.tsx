import { formatCount } from '@klieg/i18n';
import { Chip, Chips, Count } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { type BrowseOrder, countRooms, QUICK_FILTERS, type QuickFilter } from './browse-filters.ts';
import type { ListedCard } from './listed-cards.ts';

export interface BrowseBarProps {
  readonly cards: readonly ListedCard[];
  readonly liveCount: number;
  readonly filter: QuickFilter;
  readonly order: BrowseOrder;
  readonly onFilter: (filter: QuickFilter) => void;
  readonly onOrder: (order: BrowseOrder) => void;
}

/** Quick filters in one line and the order at its end. */
export function BrowseBar({ cards, liveCount, filter, order, onFilter, onOrder }: BrowseBarProps) {
  const { t, i18n } = useLingui();
  const names: Readonly<Record<QuickFilter, string>> = {
    all: t`All live`,
    'private-ready': t`Private ready`,
    spy: t`Spy available`,
    tickets: t`Tickets`,
    groups: t`Group shows`,
    cam2cam: t`Cam2cam`,
    new: t`New`,
  };
  // What would leave nobody is not offered; the one that is pressed stays, to be let go.
  const offered = QUICK_FILTERS.map((value) => [value, countRooms(cards, value)] as const).filter(
    ([value, count]) => count > 0 || value === filter,
  );
  return (
    <div className="browse-bar">
      <Chips label={t`Filters`}>
        <Chip pressed={filter === 'all'} onPress={() => onFilter('all')}>
          {names.all} <Count>{formatCount(liveCount, i18n.locale)}</Count>
        </Chip>
        {offered.map(([value, count]) => (
          <Chip
            key={value}
            pressed={filter === value}
            onPress={() => onFilter(filter === value ? 'all' : value)}
          >
            {names[value]} <Count>{formatCount(count, i18n.locale)}</Count>
          </Chip>
        ))}
      </Chips>
      <span className="grow" />
      <select
        aria-label={t`Order`}
        className="input input-quiet w-auto! font-semibold max-tablet:hidden"
        value={order}
        onChange={(event) => onOrder(event.target.value as BrowseOrder)}
      >
        <option value="best">{t`Best match`}</option>
        <option value="viewers">{t`Most viewers`}</option>
        <option value="newest">{t`Just started`}</option>
      </select>
    </div>
  );
}
