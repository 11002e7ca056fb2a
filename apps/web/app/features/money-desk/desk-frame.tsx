import { Icon, joinClasses, Menu, MenuItem } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useMember } from '../../shared/me/me-store.ts';
import { useTabInView } from '../../shared/use-tab-in-view.ts';
import { type DeskPlace, deskPlaceOf, deskPlacesFor } from './desk-places.ts';
import './desk.css';

/** Rarely opened places, for windows whose row of tabs has no room for them. */
function More({ places }: { readonly places: readonly DeskPlace[] }) {
  const { t } = useLingui();
  if (places.length === 0) return null;
  return (
    <Menu
      trigger={
        <button type="button" className="tab desk-more">
          <Trans>More</Trans>
          <Icon name="caret-down" size={14} />
        </button>
      }
    >
      {places.map(({ to, name }) => (
        <MenuItem key={to} asLink>
          <Link className="menu-item" to={to}>
            {t(name)}
          </Link>
        </MenuItem>
      ))}
    </Menu>
  );
}

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
  const isElsewhere = ({ isRare, to }: DeskPlace) => isRare === true && to !== here.to;
  return (
    <main id="main" className="desk">
      <div className="desk-row">
        <nav ref={nav} className="tabs desk-tabs" aria-label={t`Back office`}>
          {places.map((place) => (
            <NavLink
              key={place.to}
              className={joinClasses('tab', isElsewhere(place) && 'desk-rare')}
              to={place.to}
              end={place.to === '/admin'}
            >
              {t(place.name)}
            </NavLink>
          ))}
        </nav>
        <More places={places.filter(isElsewhere)} />
      </div>
      <h1 className={joinClasses('desk-name', isNamed && 'visually-hidden')}>{t(here.name)}</h1>
      {children}
    </main>
  );
}
