import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { NavLink } from 'react-router';
import { BrowsePage } from '../../features/discovery/browse-page.tsx';
import { type PackedListing, unpackListing } from '../../features/discovery/listed-cards.ts';
import { BrowseRail } from './browse-rail.tsx';
import { SECTIONS } from '../layout/sections.ts';

/** A browse page with the rail beside it; the same for the home page and all sections. */
export function BrowseFrame({ listing }: { readonly listing: PackedListing }) {
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
      <BrowsePage result={result} sections={sections} />
    </div>
  );
}
