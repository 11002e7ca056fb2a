import { formatCount } from '@klieg/i18n';
import { Bar, Button, buttonClass, Empty, joinClasses } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { BrowseBar } from './browse-bar.tsx';
import {
  awayRooms,
  type BrowseOrder,
  filterRooms,
  liveRooms,
  liveTotal,
  nearGoal,
  type QuickFilter,
} from './browse-filters.ts';
import type { ListedCard, Listing } from './listed-cards.ts';
import { LiveCard } from './live-card.tsx';
import { popularTags } from './popular-tags.ts';
import { useWatchRooms } from './use-room-status.ts';
import './browse.css';

/** The first card is two by two, so nine cards fill two rows of six. */
const LEAD_COUNT = 9;
const ROW_COUNT = 6;
/** Cards whose pictures are fetched at once: what a first screen shows. */
const EAGER_COUNT = 5;
/** Two rows of six. */
const CUT_COUNT = 12;
const TAGS_MIN = 3;
const TAGS_MAX = 12;

function GoalStrip({ card }: { readonly card: ListedCard }) {
  const { t } = useLingui();
  const percent = card.goal?.percent ?? 0;
  return (
    <>
      <span className="grow">
        <Bar percent={percent} label={t`Goal: ${card.goal?.label ?? ''}`} />
      </span>
      <span className="figure text-ink-2">{percent} %</span>
    </>
  );
}

function GoalRow({ cards }: { readonly cards: readonly ListedCard[] }) {
  if (cards.length < 3) return null;
  return (
    <section className="browse-block">
      <div className="section-head">
        <h2>
          <Trans>Close to their goal</Trans>
        </h2>
        <span className="small text-ink-3">
          <Trans>The nearest first</Trans>
        </span>
      </div>
      <div className="card-grid card-row">
        {cards.slice(0, ROW_COUNT).map((card) => (
          <LiveCard key={card.username} card={card} strip={<GoalStrip card={card} />} />
        ))}
      </div>
    </section>
  );
}

function Pager({ result }: { readonly result: Listing }) {
  const [query] = useSearchParams();
  const page = Number(query.get('p') ?? 1) || 1;
  const pageCount = Math.ceil(result.totalCount / result.perPageCount);
  const to = (target: number) => {
    const next = new URLSearchParams(query);
    if (target === 1) next.delete('p');
    else next.set('p', String(target));
    return { search: next.size > 0 ? `?${next}` : '' };
  };
  if (pageCount < 2) return null;
  return (
    <nav className="pager">
      {page > 1 && (
        <Link className={buttonClass({ kind: 'line' })} to={to(page - 1)} rel="prev">
          <Trans>Back</Trans>
        </Link>
      )}
      <span className="figure text-ink-2">
        <Trans>
          Page {page} of {pageCount}
        </Trans>
      </span>
      {page < pageCount && (
        <Link className={buttonClass({ kind: 'line' })} to={to(page + 1)} rel="next">
          <Trans>Next</Trans>
        </Link>
      )}
    </nav>
  );
}

function NobodyHere({ filtered, onDrop }: { readonly filtered: boolean; readonly onDrop: () => void }) {
  return filtered ? (
    <Empty
      title={<Trans>No rooms match</Trans>}
      action={
        <Button size="small" onClick={onDrop}>
          <Trans>Drop that filter</Trans>
        </Button>
      }
    >
      <Trans>None of the rooms on this page fits. All of them come back without the filter.</Trans>
    </Empty>
  ) : (
    <Empty
      title={<Trans>Nobody is live here now</Trans>}
      action={
        <Link className={buttonClass({ size: 'small' })} to="/">
          <Trans>See all sections</Trans>
        </Link>
      }
    >
      <Trans>Rooms open at all hours. Another section may have live rooms now.</Trans>
    </Empty>
  );
}

/** Live rooms of a first screen: the first two by two beside eight; fewer of them share rows that they fill. */
function LeadRooms({ cards }: { readonly cards: readonly ListedCard[] }) {
  if (cards.length === 0) return null;
  const isFew = cards.length < LEAD_COUNT;
  return (
    <section className="browse-block">
      <div className="card-grid" {...(isFew && { 'data-few': cards.length })}>
        {cards.map((card, position) => (
          <LiveCard
            key={card.username}
            card={card}
            large={!isFew && position === 0}
            wide={isFew && cards.length !== 4}
            eager={position < EAGER_COUNT}
          />
        ))}
      </div>
    </section>
  );
}

function PopularTags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length < TAGS_MIN) return null;
  return (
    <section className="browse-block">
      <div className="section-head">
        <h2>
          <Trans>Popular tags</Trans>
        </h2>
      </div>
      <div className="chips flex-wrap">
        {tags.map((tag) => (
          <Link key={tag} className="chip" to={`/search?q=${encodeURIComponent(tag)}`}>
            {tag.replaceAll('-', ' ')}
          </Link>
        ))}
      </div>
    </section>
  );
}

interface RoomsProps {
  readonly title: ReactNode;
  readonly count: number;
  readonly cards: readonly ListedCard[];
  /** Two rows of them, or all. */
  readonly isCut?: boolean;
  readonly children?: ReactNode;
}

function Rooms({ title, count, cards, isCut, children }: RoomsProps) {
  const { i18n } = useLingui();
  if (cards.length === 0) return null;
  return (
    <section className="browse-block">
      <div className="section-head">
        <h2>{title}</h2>
        <span className="small figure text-ink-3">{formatCount(count, i18n.locale)}</span>
      </div>
      <div className={joinClasses('card-grid', isCut && 'card-rows')}>
        {(isCut ? cards.slice(0, CUT_COUNT) : cards).map((card) => (
          <LiveCard key={card.username} card={card} />
        ))}
      </div>
      {children}
    </section>
  );
}

interface AwayRoomsProps {
  readonly cards: readonly ListedCard[];
  readonly count: number;
  readonly isCut: boolean;
  readonly onShowAll: () => void;
}

/** Who is away: two rows, the others on demand, so that a quiet hour does not look deserted. */
function AwayRooms({ cards, count, isCut, onShowAll }: AwayRoomsProps) {
  const { i18n } = useLingui();
  const total = formatCount(count, i18n.locale);
  const comesBack = cards.some(({ next_stream_at: at }) => at);
  return (
    <Rooms
      title={comesBack ? <Trans>Back soon, and away now</Trans> : <Trans>Away now</Trans>}
      count={count}
      cards={cards}
      isCut={isCut}
    >
      {isCut && (
        <div className="mt-3 flex justify-center">
          <Button onClick={onShowAll}>
            <Trans>Show all {total}</Trans>
          </Button>
        </div>
      )}
    </Rooms>
  );
}

export interface BrowsePageProps {
  readonly result: Listing;
  /** Section tabs for phones. */
  readonly sections: ReactNode;
}

/** Rooms as a page: the first one big, those near their goal, all other live ones, then who is away. */
export function BrowsePage({ result, sections }: BrowsePageProps) {
  const [filter, setFilter] = useState<QuickFilter>('all');
  const [order, setOrder] = useState<BrowseOrder>('best');
  const liveCount = liveTotal(result);
  const cards = filterRooms(result.userList, filter, order);
  const live = liveRooms(cards);
  const away = awayRooms(cards);
  const [isWhole, setWhole] = useState(false);
  const [query] = useSearchParams();
  // Who came here by the pager wants to see all of it.
  const isCut = !isWhole && !query.has('p') && away.length > CUT_COUNT;
  useWatchRooms(result.userList.map(({ username }) => username));
  return (
    <main id="main" className="main">
      <h1 className="visually-hidden">{result.seo.h1}</h1>
      {sections}
      <BrowseBar
        cards={result.userList}
        liveCount={liveCount}
        filter={filter}
        order={order}
        onFilter={setFilter}
        onOrder={setOrder}
      />
      {cards.length === 0 && <NobodyHere filtered={filter !== 'all'} onDrop={() => setFilter('all')} />}
      <LeadRooms cards={live.slice(0, LEAD_COUNT)} />
      <GoalRow cards={nearGoal(live)} />
      <Rooms
        title={<Trans>All live rooms</Trans>}
        count={filter === 'all' ? liveCount : live.length}
        cards={live.slice(LEAD_COUNT)}
      />
      <PopularTags tags={popularTags(live, TAGS_MAX)} />
      <AwayRooms
        cards={away}
        count={filter === 'all' ? result.totalCount - liveCount : away.length}
        isCut={isCut}
        onShowAll={() => setWhole(true)}
      />
      {!isCut && <Pager result={result} />}
    </main>
  );
}
