import type { BrowseResult } from '@klieg/contract';
import { useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { BrowsePage } from '../../features/discovery/browse-page.tsx';
import { BrowseRail } from './browse-rail.tsx';
import { SECTIONS } from '../layout/sections.ts';

/** A browse page with the rail beside it; the same for the home page and all sections. */
export function BrowseFrame({ result }: { readonly result: BrowseResult }) {
  const { t } = useLingui();
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
