import type { GenderSlug, RoomOffer } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { buttonClass, Count, Icon } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { countRooms, QUICK_FILTERS, type QuickFilter } from '../filter/browse-filters.ts';
import { filterUrl } from '../filter/filter-url.ts';
import { SwipeLink } from '../swiper/swipe-link.tsx';
import { othersOf } from '#app/shared/section.ts';
import type { ListedCard } from '../cards/listed-cards.ts';

const OFFERS: Readonly<Record<QuickFilter, RoomOffer>> = {
  'private-ready': 'private',
  spy: 'spy',
  tickets: 'ticket',
  groups: 'group',
  cam2cam: 'cam2cam',
  new: 'new',
};

export interface BrowseBarProps {
  readonly cards: readonly ListedCard[];
  readonly liveCount: number;
  /** Whether the cards are all that are live, so that their counts are those of the site. */
  readonly isWhole: boolean;
  /** The section that the page is about; absent on the home page. */
  readonly section?: GenderSlug | undefined;
  /** Where all rooms are, if not on this page. */
  readonly allUrl?: string | undefined;
  /** Stands before all filters. */
  readonly tools?: ReactNode;
}

/** What rooms offer, each as a way to the rooms that do; all filters and the order at its end. */
export function BrowseBar({ cards, liveCount, isWhole, section, allUrl, tools }: BrowseBarProps) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const hide = section ? othersOf(section) : [];
  const names: Readonly<Record<QuickFilter, string>> = {
    'private-ready': t`Private ready`,
    spy: t`Spy available`,
    tickets: t`Tickets`,
    groups: t`Group shows`,
    cam2cam: t`Cam2cam`,
    new: t`New`,
  };
  // What would leave nobody is not offered.
  const offered = QUICK_FILTERS.map((value) => [value, countRooms(cards, value)] as const).filter(
    ([, count]) => count > 0,
  );
  return (
    <div className="browse-bar">
      <nav className="chips" aria-label={t`Filters`}>
        <Link
          className="chip"
          to={allUrl ?? (section ? `/${section}` : '/')}
          aria-current={allUrl ? undefined : 'page'}
        >
          {t`All live`} <Count>{formatCount(liveCount, i18n.locale)}</Count>
        </Link>
        <Link className="chip max-tablet:hidden" to={section ? `/${section}/feed` : '/feed'}>
          <Icon name="film-strip" size={16} />
          {t`Feed`}
        </Link>
        <span className="contents tablet:hidden">
          <SwipeLink />
        </span>
        {offered.map(([value, count]) => (
          <Link
            key={value}
            className="chip"
            to={filterUrl({ tag: [...(value === 'new' ? ['is-live'] : []), `is-${OFFERS[value]}`], hide })}
            prefetch="intent"
          >
            {names[value]} {isWhole && <Count>{formatCount(count, i18n.locale)}</Count>}
          </Link>
        ))}
      </nav>
      <span className="grow" />
      {tools}
      <Link
        className={buttonClass({ kind: 'text' })}
        to={filterUrl({ tag: ['is-live'], hide })}
        aria-label={t`All filters`}
        prefetch="intent"
      >
        <Icon name="sliders-horizontal" size={16} />
        <span className="max-tablet:hidden">
          <Trans>All filters</Trans>
        </span>
      </Link>
      <select
        aria-label={t`Order`}
        className="input input-quiet w-auto! shrink-0 font-semibold max-tablet:hidden"
        value="best"
        onChange={() => void navigate(filterUrl({ tag: ['is-live'], hide, isNewFirst: true }))}
      >
        <option value="best">{t`Best match`}</option>
        <option value="newest">{t`Just started`}</option>
      </select>
    </div>
  );
}
