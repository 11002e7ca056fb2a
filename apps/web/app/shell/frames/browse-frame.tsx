import type { GenderSlug } from '@klieg/contract';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import { NavLink } from 'react-router';
import { BrowsePage } from '../../features/discovery/browse-page.tsx';
import { type PackedListing, unpackListing } from '../../features/discovery/listed-cards.ts';
import type { RoomRow } from '../../features/discovery/room-row.tsx';
import { BrowseRail } from './browse-rail.tsx';
import { SECTIONS } from '../layout/sections.ts';

export interface BrowseFrameProps {
  readonly listing: PackedListing;
  /** The section that the page is about; absent on the home page. */
  readonly section?: GenderSlug;
  readonly rows?: readonly RoomRow[];
  /** Stands in the bar above the lists. */
  readonly tools?: ReactNode;
  /** In place of all lists. */
  readonly children?: ReactNode;
}

/** A browse page with the rail beside it; the same for the home page and all sections. */
export function BrowseFrame({ listing, section, rows = [], tools, children }: BrowseFrameProps) {
  const { t } = useLingui();
  const result = useMemo(() => unpackListing(listing), [listing]);
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
    <div className="shell">
      <BrowseRail />
      <BrowsePage result={result} sections={sections} section={section} rows={rows} tools={tools}>
        {children}
      </BrowsePage>
    </div>
  );
}
