import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useMember } from '../../shared/me/me-store.ts';
import './desk.css';

/** Heading and places of the back office above its pages. */
export function DeskFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const user = useMember()?.user;
  const isAdmin = user?.isAdmin === true || user?.isSuperAdmin === true;
  const mayAudit = user?.isSuperAdmin === true || user?.user_roles.includes('auditor');
  const mayReview = isAdmin || user?.user_roles.includes('model_admin');
  const places: { to: string; text: string; end?: true }[] = [
    ...(isAdmin || mayAudit ? [{ to: '/admin', text: t`Money`, end: true as const }] : []),
    ...(isAdmin
      ? [
          { to: '/admin/users', text: t`Users` },
          { to: '/admin/orders', text: t`Orders` },
          { to: '/admin/chargebacks', text: t`Chargebacks` },
          { to: '/admin/settlements', text: t`Settlements` },
          { to: '/admin/ledger', text: t`Ledger` },
          { to: '/admin/products', text: t`Products` },
          { to: '/admin/promos', text: t`Promos` },
          { to: '/admin/wheel', text: t`Wheels` },
          { to: '/admin/support', text: t`Support` },
          { to: '/admin/jurisdictions', text: t`Age checks` },
          { to: '/admin/banners', text: t`Banners` },
          { to: '/admin/press', text: t`Press` },
          { to: '/admin/contests', text: t`Contests` },
          { to: '/admin/redir', text: t`Outside links` },
          { to: '/admin/legal', text: t`Documents` },
          { to: '/admin/voyeur', text: t`Voyeur rooms` },
        ]
      : []),
    ...(mayReview ? [{ to: '/admin/review', text: t`Review` }] : []),
    ...(mayAudit ? [{ to: '/admin/audit', text: t`Audit` }] : []),
  ];
  // On a phone the places are wider than the window.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [pathname, places.length]);
  return (
    <main id="main" className="desk">
      <h1 className="visually-hidden">
        <Trans>Back office</Trans>
      </h1>
      <nav ref={nav} className="tabs desk-tabs" aria-label={t`Back office`}>
        {places.map(({ to, text, end }) => (
          <NavLink key={to} className="tab" to={to} end={end === true}>
            {text}
          </NavLink>
        ))}
      </nav>
      {children}
    </main>
  );
}
