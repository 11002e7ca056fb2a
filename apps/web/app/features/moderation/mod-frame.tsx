import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';

/** Heading and places of moderation above its pages. */
export function ModFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  return (
    <main id="main" className="desk">
      <h1 className="visually-hidden">
        <Trans>Moderation</Trans>
      </h1>
      <nav className="tabs desk-tabs" aria-label={t`Moderation`}>
        <NavLink className="tab" to="/mod" end>
          <Trans>Cases and live rooms</Trans>
        </NavLink>
        <NavLink className="tab" to="/mod/complaints">
          <Trans>Complaints</Trans>
        </NavLink>
        <NavLink className="tab" to="/mod/appeals">
          <Trans>Appeals</Trans>
        </NavLink>
      </nav>
      {children}
    </main>
  );
}
