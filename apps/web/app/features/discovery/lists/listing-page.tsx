import { formatCount } from '@klieg/i18n';
import { buttonClass, Count, Empty } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { BannerPlace } from '#app/shared/banner-place.tsx';
import { useShown } from '#app/shared/me/hidden-names.ts';
import { liveRooms, liveTotal } from '../filter/browse-filters.ts';
import { HiddenNote } from '../hidden/hidden-note.tsx';
import type { ListedCard, Listing } from '../cards/listed-cards.ts';
import { LiveCard } from '../cards/live-card.tsx';
import { Pager } from './pager.tsx';
import { SwipeLink } from '../swiper/swipe-link.tsx';
import { useWatchRooms } from '../cards/use-room-status.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import '../cards/browse.css';

const EAGER_COUNT = 6;

/** Related lists, each with the number of live rooms. */
function Beside({ result }: { readonly result: Listing }) {
  const { t, i18n } = useLingui();
  if (result.tabList.length === 0) return null;
  return (
    <nav className="chips mb-3" aria-label={t`Related lists`}>
      {result.tabList.map(({ name, url, active, count }) => (
        <Link
          key={url}
          className="chip"
          to={url}
          aria-current={active ? 'page' : undefined}
          prefetch="intent"
        >
          {name} {count !== null && count > 0 && <Count>{formatCount(count, i18n.locale)}</Count>}
        </Link>
      ))}
    </nav>
  );
}

interface GridProps {
  readonly cards: readonly ListedCard[];
  readonly isFirst: boolean;
  /** In place of the strip of a card. */
  readonly stripFor?: ((card: ListedCard) => ReactNode) | undefined;
}

function Grid({ cards, isFirst, stripFor }: GridProps) {
  return (
    <div className="card-grid">
      {cards.map((card, position) => (
        <LiveCard
          key={card.username}
          card={card}
          eager={isFirst && position < EAGER_COUNT}
          strip={stripFor?.(card)}
        />
      ))}
    </div>
  );
}

/** An empty list: says so, and shows live performers instead. */
function NobodyListed({ result }: { readonly result: Listing }) {
  const [query] = useSearchParams();
  const instead = useShown(result.alternativeUserList);
  const isPastEnd = query.has('p') && result.totalCount > 0;
  return (
    <>
      <div className="browse-block">
        {isPastEnd ? (
          <Empty
            title={<Trans>This list ends before that page</Trans>}
            action={
              <Link className={buttonClass({ size: 'small' })} to={{ search: '' }}>
                <Trans>Go to its first page</Trans>
              </Link>
            }
          >
            <Trans>Rooms may have closed since you opened it.</Trans>
          </Empty>
        ) : (
          <Empty title={<Trans>Nobody is in this list now</Trans>}>
            {instead.length > 0 ? (
              <Trans>It updates automatically. Meanwhile, these rooms are live.</Trans>
            ) : (
              <Trans>It updates automatically.</Trans>
            )}
          </Empty>
        )}
      </div>
      {instead.length > 0 && (
        <section className="browse-block">
          <div className="section-head">
            <h2>
              <Trans>Live instead</Trans>
            </h2>
          </div>
          <Grid cards={instead} isFirst />
        </section>
      )}
    </>
  );
}

export interface ListingPageProps {
  readonly result: Listing;
  /** Phones may swipe through it. */
  readonly hasSwiper?: boolean;
  /** Stands between the heading and the rooms. */
  readonly intro?: ReactNode;
  /** In place of the strip of a card. */
  readonly stripFor?: ((card: ListedCard) => ReactNode) | undefined;
}

/** A named list of rooms: live ones, then offline ones. */
export function ListingPage({ result, hasSwiper = false, intro, stripFor }: ListingPageProps) {
  const { i18n } = useLingui();
  const shown = useShown(result.userList);
  const live = liveRooms(shown);
  const away = shown.slice(live.length);
  const liveCount = liveTotal(result);
  useWatchRooms([...result.userList, ...result.alternativeUserList].map(({ username }) => username));
  return (
    <main id="main" className="main pt-4">
      <BannerPlace />
      <Breadcrumbs crumbs={result.seo.breadcrumbList} />
      <div className="section-head mb-1">
        <h1>{result.seo.h1}</h1>
        {liveCount > 0 && (
          <Count>
            <Plural value={liveCount} one="# live" other={`${formatCount(liveCount, i18n.locale)} live`} />
          </Count>
        )}
      </div>
      <p className="mb-3 text-ink-2">{result.seo.description}</p>
      {hasSwiper && liveCount > 0 && (
        <p className="mb-3 tablet:hidden">
          <SwipeLink />
        </p>
      )}
      {intro}
      <Beside result={result} />
      {result.userList.length === 0 && <NobodyListed result={result} />}
      {live.length > 0 && (
        <section className="browse-block">
          <Grid cards={live} isFirst stripFor={stripFor} />
        </section>
      )}
      {away.length > 0 && (
        <section className="browse-block">
          <div className="section-head">
            <h2>
              <Trans>Offline now</Trans>
            </h2>
          </div>
          <Grid cards={away} isFirst={live.length === 0} stripFor={stripFor} />
        </section>
      )}
      {result.userList.length > 0 && <Pager result={result} />}
      <HiddenNote cards={result.userList} />
    </main>
  );
}
