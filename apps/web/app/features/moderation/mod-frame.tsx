import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useMember } from '../../shared/me/me-store.ts';
import { useTabInView } from '../../shared/use-tab-in-view.ts';
import { ModFigures } from './mod-figures.tsx';
import { modPlacesFor } from './mod-places.ts';
// The frame of desks is that of the back office, which need not have been open.
import '../money-desk/index.ts';
import './moderation.css';

/** Heading and places of moderation above its pages. */
export function ModFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const places = modPlacesFor(useMember()?.user);
  // On a phone the places are wider than the window.
  const nav = useTabInView(`${pathname} ${places.length}`);
  return (
    <main id="main" className="desk">
      <h1 className="visually-hidden">
        <Trans>Moderation</Trans>
      </h1>
      <div className="desk-row">
        <nav ref={nav} className="tabs desk-tabs" aria-label={t`Moderation`}>
          {places.map(({ to, name }) => (
            <NavLink key={to} className="tab" to={to} end={to === '/mod'}>
              {t(name)}
            </NavLink>
          ))}
        </nav>
        <ModFigures />
      </div>
      {children}
    </main>
  );
}
