import type { UserCard } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Chip, Chips, Count } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type BrowseOrder, countRooms, type QuickFilter } from './browse-filters.ts';

export interface BrowseBarProps {
  readonly cards: readonly UserCard[];
  readonly liveCount: number;
  readonly filter: QuickFilter;
  readonly order: BrowseOrder;
  readonly onFilter: (filter: QuickFilter) => void;
  readonly onOrder: (order: BrowseOrder) => void;
}

/** Quick filters in one line and the order at its end. */
export function BrowseBar({ cards, liveCount, filter, order, onFilter, onOrder }: BrowseBarProps) {
  const { t, i18n } = useLingui();
  const filters: { value: QuickFilter; text: string }[] = [
    { value: 'private-ready', text: t`Private ready` },
    { value: 'spy', text: t`Spy available` },
    { value: 'tickets', text: t`Tickets` },
    { value: 'cam2cam', text: t`Cam2cam` },
    { value: 'new', text: t`New` },
  ];
  return (
    <div className="browse-bar">
      <Chips label={t`Filters`}>
        <Chip pressed={filter === 'all'} onPress={() => onFilter('all')}>
          <Trans>All live</Trans> <Count>{formatCount(liveCount, i18n.locale)}</Count>
        </Chip>
        {filters.map(({ value, text }) => (
          <Chip
            key={value}
            pressed={filter === value}
            onPress={() => onFilter(filter === value ? 'all' : value)}
          >
            {text} <Count>{formatCount(countRooms(cards, value), i18n.locale)}</Count>
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
