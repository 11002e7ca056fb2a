import type { GenderSlug } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Button, buttonClass, Empty, joinClasses } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useShown } from '#app/shared/me/hidden-names.ts';
import { BannerPlace } from '#app/shared/banner-place.tsx';
import { useSiteConfig } from '#app/shared/site.ts';
import { tagWords } from '#app/shared/tag-words.ts';
import { BrowseBar } from './browse-bar.tsx';
import { awayRooms, liveRooms, liveTotal } from '../filter/browse-filters.ts';
import type { ListedCard, Listing } from '../cards/listed-cards.ts';
import { LEAD_COUNT, leadSizes } from '../cards/lead-sizes.ts';
import { LiveCard } from '../cards/live-card.tsx';
import { CLASSIC_HOME } from '../custom-home/home-layout.ts';
import { HiddenNote } from '../hidden/hidden-note.tsx';
import { Pager } from './pager.tsx';
import { popularTags } from './popular-tags.ts';
import { GoalRow } from '../home/goal-row.tsx';
import { type RoomRow, RowOfRooms } from '../home/room-row.tsx';
import { rowsBeside } from '../home/rows-beside.ts';
import { useWatchRooms } from '../cards/use-room-status.ts';
import '../cards/browse.css';

/** Cards whose pictures are fetched at once: what a first screen shows. */
const EAGER_COUNT = 5;
/** Two rows of six. */
const CUT_COUNT = 12;
const TAGS_MIN = 3;
const TAGS_MAX = 12;
/** Among these are those that are shown. */
const TAGS_COUNTED = 40;

function NobodyHere() {
  return (
    <Empty
      title={<Trans>Nobody is live here now</Trans>}
      action={
        <Link className={buttonClass({ size: 'small' })} to="/?gender-hide=">
          <Trans>See all sections</Trans>
        </Link>
      }
    >
      <Trans>Rooms open at all hours. Other sections may have live rooms now.</Trans>
    </Empty>
  );
}

/** Live rooms of a first screen: the first in two by two beside eight; fewer share rows that they fill. */
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
            sizes={leadSizes(position, cards.length)}
            eager={position < EAGER_COUNT}
          />
        ))}
      </div>
    </section>
  );
}

interface PopularTagsProps {
  readonly tags: readonly string[];
  readonly section: GenderSlug | undefined;
}

function PopularTags({ tags: given, section }: PopularTagsProps) {
  const approved = useSiteConfig()?.approvedTagSlugs;
  // Others may be on a card and are linked nowhere.
  const tags = approved ? given.filter((tag) => approved.includes(tag)).slice(0, TAGS_MAX) : given;
  if (tags.length < TAGS_MIN) return null;
  return (
    <section className="browse-block">
      <div className="section-head">
        <h2>
          <Trans>Popular tags</Trans>
        </h2>
        <span className="grow" />
        <Link className="section-all" to={section ? `/tags/${section}` : '/tags'} prefetch="intent">
          <Trans>All tags</Trans>
        </Link>
      </div>
      <div className="chips flex-wrap">
        {tags.map((tag) => (
          <Link
            key={tag}
            className="chip"
            to={section ? `/${section}/tag/${tag}` : `/search?q=${encodeURIComponent(tag)}`}
          >
            {tagWords(tag)}
          </Link>
        ))}
      </div>
    </section>
  );
}

interface RoomsProps {
  readonly title: ReactNode;
  /** How many there are; undefined where other pages hold more, so that these are not all. */
  readonly count: number | undefined;
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
        {count !== undefined && (
          <span className="small figure text-ink-3">{formatCount(count, i18n.locale)}</span>
        )}
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

/** Offline ones: two rows, the others on demand, so that a quiet hour does not look deserted. */
function AwayRooms({ cards, count, isCut, onShowAll }: AwayRoomsProps) {
  const { i18n } = useLingui();
  const total = formatCount(count, i18n.locale);
  const comesBack = cards.some(({ next_stream_at: at }) => at);
  return (
    <Rooms
      title={comesBack ? <Trans>Offline now, back soon first</Trans> : <Trans>Offline now</Trans>}
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

interface ListsProps {
  readonly result: Listing;
  readonly section: GenderSlug | undefined;
  readonly rows: readonly RoomRow[];
  readonly late: ReactNode;
}

/** All rooms of the page: the first one big, themed rows, the other live ones, then offline ones. */
function Lists({ result, section, rows, late }: ListsProps) {
  const liveCount = liveTotal(result);
  const shown = useShown(result.userList);
  const live = liveRooms(shown);
  const lead = live.slice(0, LEAD_COUNT);
  const others = live.slice(LEAD_COUNT);
  const isWhole = liveRooms(result.userList).length === liveCount;
  const away = awayRooms(shown);
  const { goal, beside } = rowsBeside(lead, live, rows);
  const [isAllAway, setAllAway] = useState(false);
  const [query] = useSearchParams();
  // Visitors who came by the pager want to see all of it.
  const isCut = !isAllAway && !query.has('p') && away.length > CUT_COUNT;
  useWatchRooms(result.userList.map(({ username }) => username));
  return (
    <>
      {shown.length === 0 && <NobodyHere />}
      <LeadRooms cards={lead} />
      <GoalRow cards={goal} />
      {beside.map((row) => (
        <RowOfRooms key={row.key} row={row} />
      ))}
      {late}
      <Rooms
        title={<Trans>More live rooms</Trans>}
        count={isWhole ? others.length : undefined}
        cards={others}
      />
      <PopularTags tags={popularTags(live, TAGS_COUNTED)} section={section} />
      <AwayRooms
        cards={away}
        count={result.totalCount - liveCount}
        isCut={isCut}
        onShowAll={() => setAllAway(true)}
      />
      {!isCut && <Pager result={result} />}
      <HiddenNote cards={result.userList} />
    </>
  );
}

export interface BrowsePageProps {
  readonly result: Listing;
  /** Section tabs for phones. */
  readonly sections: ReactNode;
  /** The section that the page is about; absent on the home page. */
  readonly section?: GenderSlug | undefined;
  /** Rows of rooms that have something in common, such as those of newcomers. */
  readonly rows?: readonly RoomRow[];
  /** In the place of rows that have not come with the page. */
  readonly late?: ReactNode;
  /** Stands in the bar before all filters. */
  readonly tools?: ReactNode;
  /** Above the lists: what they leave out. */
  readonly note?: ReactNode;
  /** Replaces all lists. */
  readonly children?: ReactNode;
}

/** Rooms as a page: their offers as a bar, then all of them, or the filtered ones. */
export function BrowsePage({
  result,
  sections,
  section,
  rows = [],
  late,
  tools,
  note,
  children,
}: BrowsePageProps) {
  const liveCount = liveTotal(result);
  return (
    <main id="main" className="main">
      <h1 className="visually-hidden">{result.seo.h1}</h1>
      {sections}
      <BannerPlace />
      <BrowseBar
        cards={result.userList}
        liveCount={liveCount}
        isWhole={liveRooms(result.userList).length === liveCount}
        section={section}
        allUrl={children ? CLASSIC_HOME : undefined}
        tools={tools}
      />
      {note}
      {children ?? <Lists result={result} section={section} rows={rows} late={late} />}
    </main>
  );
}
