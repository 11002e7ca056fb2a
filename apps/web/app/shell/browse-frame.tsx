import type { BrowseResult } from '@klieg/contract';
import { useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { BrowsePage } from '../features/discovery/browse-page.tsx';
import { FollowRail } from '../features/discovery/follow-rail.tsx';
import { usePanel } from './page-handle.ts';
import { SECTIONS } from './sections.ts';

/** A browse page with the rail beside it; the same for the home page and all sections. */
export function BrowseFrame({ result }: { readonly result: BrowseResult }) {
  const { t } = useLingui();
  const { isPanelOpen, closePanel } = usePanel();
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
      <FollowRail
        isOpen={isPanelOpen}
        onClose={closePanel}
        places={[
          { to: '/', icon: 'squares-four', text: t`All rooms` },
          { to: '/search', icon: 'magnifying-glass', text: t`Search` },
          { to: '/followed', icon: 'heart', text: t`Followed` },
          { to: '/view-history', icon: 'clock-counter-clockwise', text: t`Recently viewed` },
          { to: '/most-liked', icon: 'trophy', text: t`Most liked` },
          { to: '/account/tokens', icon: 'coins', text: t`Tokens` },
        ]}
      />
      <BrowsePage result={result} sections={sections} />
    </div>
  );
}
