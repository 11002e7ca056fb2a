import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import { ListingPage } from '../../features/discovery/lists/listing-page.tsx';
import {
  type ListedCard,
  type PackedListing,
  unpackListing,
} from '../../features/discovery/cards/listed-cards.ts';
import { HousePicture } from '../../features/discovery/cards/house-picture.tsx';
import { LandingStrip, useLandings } from '../../features/discovery/lists/landings.tsx';
import { useOwnOrder } from '../../features/discovery/cards/use-own-order.ts';
import { SwiperHost } from '../../features/discovery/swiper/swiper-host.tsx';
import { othersOf, sectionNamed } from '../../shared/section.ts';
import { SECTIONS } from '../layout/sections.ts';
import { BrowseRail } from './browse-rail.tsx';

export interface ListingFrameProps {
  readonly path: string;
  readonly listing: PackedListing;
  /** Which drawing of a house replaces its stream, on the page of the house. */
  readonly drawing?: number | null;
}

/** The section and the tag of `/{gender}/tag/{term}`; undefined for every other list. */
function taggedList(path: string) {
  const [, slug, word, tag, more] = path.split('/');
  const section = sectionNamed(slug);
  return section && word === 'tag' && tag && more === undefined ? { section, tag } : undefined;
}

/** A named list of rooms, with the rail beside it. */
export function ListingFrame({ path, listing, drawing = null }: ListingFrameProps) {
  const { t } = useLingui();
  const result = useMemo(() => unpackListing(listing), [listing]);
  const own = useOwnOrder(path);
  const tagged = taggedList(path);
  const landings = useLandings(path);
  const stripFor =
    landings && ((card: ListedCard): ReactNode => <LandingStrip count={landings.get(card.username) ?? 0} />);
  return (
    <>
      <div className="shell">
        <BrowseRail />
        <ListingPage
          result={own ? { ...result, userList: own } : result}
          hasSwiper={tagged !== undefined}
          intro={drawing !== null && <HousePicture which={drawing} />}
          stripFor={stripFor}
        />
      </div>
      {tagged && (
        <SwiperHost
          hide={othersOf(tagged.section)}
          section={tagged.section}
          place={t(SECTIONS.find(({ slug }) => slug === tagged.section)!.name)}
          tag={tagged.tag}
        />
      )}
    </>
  );
}
