import type { GenderSlug } from '@klieg/contract';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import { NavLink } from 'react-router';
import { othersOf } from '../../shared/section.ts';
import { BrowsePage } from '../../features/discovery/lists/browse-page.tsx';
import { type PackedListing, unpackListing } from '../../features/discovery/cards/listed-cards.ts';
import { SwiperHost } from '../../features/discovery/swiper/swiper-host.tsx';
import { ChosenSection } from './chosen-section.tsx';
import type { RoomRow } from '../../features/discovery/home/room-row.tsx';
import { BrowseRail } from './browse-rail.tsx';
import { SECTIONS } from '../layout/sections.ts';

export interface BrowseFrameProps {
  readonly listing: PackedListing;
  /** The section that the page is about; absent on the home page. */
  readonly section?: GenderSlug;
  /** On the home page: the only section that it shows, since that one was visited last. */
  readonly chosen?: GenderSlug | undefined;
  readonly rows?: readonly RoomRow[];
  /** In the place of rows that have not come with the page. */
  readonly late?: ReactNode;
  /** Stands in the bar above the lists. */
  readonly tools?: ReactNode;
  /** Replaces all lists. */
  readonly children?: ReactNode;
}

/** A browse page with the rail beside it; the same for the home page and all sections. */
export function BrowseFrame(props: BrowseFrameProps) {
  const { listing, section, chosen, rows = [], late, tools, children } = props;
  const { t } = useLingui();
  const result = useMemo(() => unpackListing(listing), [listing]);
  const ofSection = section ?? chosen;
  const name = SECTIONS.find(({ slug }) => slug === ofSection)?.name;
  const sections = (
    <nav className="tabs section-tabs" aria-label={t`Sections`}>
      {SECTIONS.map(({ slug, name }) => (
        <NavLink key={slug} to={`/${slug}`} className="tab">
          {t(name)}
        </NavLink>
      ))}
    </nav>
  );
  return (
    <>
      <div className="shell">
        <BrowseRail />
        <BrowsePage
          result={result}
          sections={sections}
          section={section}
          rows={rows}
          late={late}
          tools={tools}
          note={chosen && <ChosenSection section={chosen} />}
        >
          {children}
        </BrowsePage>
      </div>
      <SwiperHost
        section={ofSection}
        hide={ofSection ? othersOf(ofSection) : []}
        place={name ? t(name) : t`All rooms`}
      />
    </>
  );
}
