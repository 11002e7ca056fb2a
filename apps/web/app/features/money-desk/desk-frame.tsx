import { joinClasses } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useMember } from '../../shared/me/me-store.ts';
import { useTabInView } from '../../shared/use-tab-in-view.ts';
import { deskPlaceOf, deskPlacesFor } from './desk-places.ts';
import './desk.css';

/** The places of the back office above its pages, and the name of the one that is open. */
export function DeskFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const places = deskPlacesFor(useMember()?.user);
  const here = deskPlaceOf(pathname);
  // On a phone the places are wider than the window.
  const nav = useTabInView(`${pathname} ${places.length}`);
  // One account or order has its own name as its head.
  const isNamed = here.hasHead || here.to !== pathname;
  return (
    <main id="main" className="desk">
      <nav ref={nav} className="tabs desk-tabs desk-places" aria-label={t`Back office`}>
        {places.map(({ to, name }) => (
          <NavLink key={to} className="tab" to={to} end={to === '/admin'}>
            {t(name)}
          </NavLink>
        ))}
      </nav>
      <h1 className={joinClasses('desk-name', isNamed && 'visually-hidden')}>{t(here.name)}</h1>
      {children}
    </main>
  );
}
