import type { BrowseCounts } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Button, Count, Dialog, Select } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { useNavigate, useNavigation, useSearchParams } from 'react-router';
import { BannerPlace } from '#app/shared/banner-place.tsx';
import { SaveSearch } from '#app/features/saved-searches/index.ts';
import { useShown } from '#app/shared/me/hidden-names.ts';
import { HiddenNote } from '../hidden/hidden-note.tsx';
import { type ListedCard, type PackedListing, unpackListing } from '../cards/listed-cards.ts';
import { LiveCard } from '../cards/live-card.tsx';
import { useWatchRooms } from '../cards/use-room-status.ts';
import { DropList, type DropListProps, type Drops } from './drop-list.tsx';
import { type FacetNames, useFacetNames } from './facet-names.tsx';
import { Facets } from './facets.tsx';
import { FilterChips } from './filter-chips.tsx';
import { keptQuery, spellFilters } from './kept-query.ts';
import { type Filters, filterUrl } from './filter-url.ts';
import { countOn, readFilters, withoutAny } from './filters.ts';
import { useMoreCards, useNearEnd } from './use-more-cards.ts';
import '../cards/browse.css';
import './filter.css';

const EAGER_COUNT = 8;

interface FoundProps {
  readonly cards: readonly ListedCard[];
  readonly total: number;
  readonly search: string;
}

/** The cards, with more loaded near the end; a press on a filter alone re-renders none of them. */
const Found = memo(function Found({ cards: first, total, search }: FoundProps) {
  const { cards, hasMore, isLoading, hasFailed, loadMore } = useMoreCards(first, total, search);
  const watchEnd = useNearEnd(loadMore, hasMore && !hasFailed);
  useWatchRooms(cards.map(({ username }) => username));
  const shown = useShown(cards);
  return (
    <>
      <div className="card-grid card-grid-5">
        {shown.map((card, position) => (
          <LiveCard key={card.username} card={card} eager={position < EAGER_COUNT} />
        ))}
      </div>
      {hasMore && (
        <div className="pager" ref={watchEnd}>
          {hasFailed && (
            <span className="text-ink-2">
              <Trans>The next rooms did not load.</Trans>
            </span>
          )}
          <Button onClick={loadMore} disabled={isLoading}>
            {isLoading ? <Trans>Loading…</Trans> : <Trans>Show more</Trans>}
          </Button>
        </div>
      )}
      <HiddenNote cards={cards} />
    </>
  );
});

interface NobodyProps extends DropListProps {
  readonly instead: readonly ListedCard[];
}

/** Filters without a result: says so, suggests which to drop, and shows live rooms. */
function Nobody({ instead: all, ...drop }: NobodyProps) {
  const instead = useShown(all);
  return (
    <>
      <DropList {...drop} />
      {instead.length > 0 && (
        <section className="browse-block">
          <div className="section-head">
            <h2>
              <Trans>Live instead</Trans>
            </h2>
          </div>
          <div className="card-grid card-grid-5">
            {instead.map((card) => (
              <LiveCard key={card.username} card={card} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

interface FilterHeadProps {
  readonly filters: Filters;
  readonly total: number;
  readonly names: FacetNames;
  readonly onChange: (filters: Filters) => void;
  readonly onOpenSheet: () => void;
}

/** How many rooms there are, the order, and the way to the filters on phones. */
function FilterHead({ filters, total, names, onChange, onOpenSheet }: FilterHeadProps) {
  const { t, i18n } = useLingui();
  const on = countOn(filters);
  const { q: term } = filters;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <h1 className="figure" aria-live="polite">
        <Plural value={total} one="# room" other={`${formatCount(total, i18n.locale)} rooms`} />
      </h1>
      {term && (
        <span className="min-w-0 truncate text-ink-2">
          <Trans>for “{term}”</Trans>
        </span>
      )}
      {on > 0 && (
        <span className="text-ink-2 max-tablet:hidden">
          <Plural value={on} one="# filter" other="# filters" />
        </span>
      )}
      <span className="grow" />
      {/* On phones the search word takes a row of its own. */}
      {term && <span className="basis-full tablet:hidden" />}
      {/* Only filters are saved, no search results. */}
      {!term && <SaveSearch query={keptQuery(filters)} name={spellFilters(filters, names)} />}
      <Button className="filter-open" icon="sliders-horizontal" onClick={onOpenSheet}>
        <Trans>Filters</Trans> {on > 0 && <Count>{on}</Count>}
      </Button>
      <Select
        aria-label={t`Order`}
        className="input-quiet w-auto! font-semibold"
        value={filters.isNewFirst ? 'newest' : 'best'}
        onChange={(event) => onChange({ ...filters, isNewFirst: event.target.value === 'newest' })}
      >
        <option value="best">{t`Best match`}</option>
        <option value="newest">{t`Just started`}</option>
      </Select>
    </div>
  );
}

interface FacetsBesideProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
  readonly children: ReactNode;
}

/** The filters beside the list, if there is room for both. */
function FacetsBeside({ filters, onChange, children }: FacetsBesideProps) {
  const { t } = useLingui();
  const on = countOn(filters);
  return (
    <aside className="facets" aria-label={t`Filters`}>
      <div className="facets-head">
        <h2>
          <Trans>Filters</Trans>
        </h2>
        {on > 0 && (
          <>
            <Count>
              <Trans>{on} on</Trans>
            </Count>
            <Button
              kind="text"
              size="small"
              className="ml-auto"
              aria-label={t`Clear all filters`}
              onClick={() => onChange(withoutAny(filters))}
            >
              <Trans>Clear all</Trans>
            </Button>
          </>
        )}
      </div>
      {children}
    </aside>
  );
}

interface FilterSheetProps {
  readonly total: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The filters over the list that they change: on a phone a sheet, on a tablet a drawer. */
function FilterSheet({ total, onClose, children }: FilterSheetProps) {
  const { i18n } = useLingui();
  return (
    <Dialog
      title={<Trans>Filters</Trans>}
      onClose={onClose}
      foot={
        <Button kind="key" full onClick={onClose}>
          <Plural value={total} one="Show # room" other={`Show ${formatCount(total, i18n.locale)} rooms`} />
        </Button>
      }
    >
      <div className="facet-drawer">{children}</div>
    </Dialog>
  );
}

export interface FilterPageProps {
  readonly listing: PackedListing;
  /** What each further value would leave; null where that is not known. */
  readonly counts: BrowseCounts | null;
  /** What letting filters go would bring back, where nobody is found. */
  readonly drops: Drops;
  /** The search term, if the rooms are search results. */
  readonly term?: string;
  /** Above the number of rooms. */
  readonly head?: ReactNode;
}

/** Rooms by offer, language, region, price and topic; the address holds the filters. */
export function FilterPage({ listing, counts, drops, term, head }: FilterPageProps) {
  const [query] = useSearchParams();
  const asked = useMemo(() => ({ ...readFilters(query), q: term }), [query, term]);
  // Only filters: other parameters of the address select no other list, and calls do not accept them.
  const search = filterUrl(asked).split('?')[1] ?? '';
  // A press shows at once, until the address has it, or another press has taken its place.
  const [pressed, setPressed] = useState<Filters>();
  const filters = pressed ?? asked;
  const result = useMemo(() => unpackListing(listing), [listing]);
  const names = useFacetNames();
  const navigate = useNavigate();
  const isBusy = useNavigation().state === 'loading';
  const [isSheetOpen, setSheetOpen] = useState(false);
  const change = async (next: Filters) => {
    setPressed(next);
    await navigate(filterUrl(next), { preventScrollReset: true });
    setPressed((now) => (now === next ? undefined : now));
  };
  const onChange = (next: Filters) => void change(next);
  const total = result.totalCount;
  const facets = <Facets filters={filters} counts={counts} names={names} onChange={onChange} />;
  return (
    <div className="filter-page">
      <FacetsBeside filters={filters} onChange={onChange}>
        {facets}
      </FacetsBeside>
      <main id="main" className="main pt-4" aria-busy={isBusy}>
        <BannerPlace />
        {head}
        <FilterHead
          filters={filters}
          total={total}
          names={names}
          onChange={onChange}
          onOpenSheet={() => setSheetOpen(true)}
        />
        <FilterChips filters={filters} names={names} onChange={onChange} />
        {total === 0 ? (
          <Nobody
            filters={filters}
            names={names}
            drops={drops}
            instead={result.alternativeUserList}
            onChange={onChange}
          />
        ) : (
          // A list by other filters is another list: what came of the one before goes with it.
          <Found key={search} cards={result.userList} total={total} search={search} />
        )}
      </main>
      {isSheetOpen && (
        <FilterSheet total={total} onClose={() => setSheetOpen(false)}>
          {facets}
        </FilterSheet>
      )}
    </div>
  );
}
