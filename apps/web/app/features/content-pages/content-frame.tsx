import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { BannerPlace } from '../../shared/banner-place.tsx';
import './content.css';

interface Place {
  readonly to: string;
  readonly text: ReactNode;
}

const HELP: readonly Place[] = [
  { to: '/faq', text: <Trans>Questions</Trans> },
  { to: '/support', text: <Trans>Support</Trans> },
  { to: '/complaints', text: <Trans>Complaints</Trans> },
];
const LAW: readonly Place[] = [
  { to: '/legal', text: <Trans>Legal</Trans> },
  { to: '/legal/terms', text: <Trans>Terms of use</Trans> },
  { to: '/legal/privacy', text: <Trans>Privacy policy</Trans> },
  { to: '/legal/cookies', text: <Trans>Cookies</Trans> },
  { to: '/legal/2257', text: <Trans>2257 statement</Trans> },
  { to: '/legal/complaints-policy', text: <Trans>Complaints policy</Trans> },
  { to: '/complaints/transparency', text: <Trans>Transparency report</Trans> },
];
const ABOUT: readonly Place[] = [
  { to: '/press', text: <Trans>Press</Trans> },
  { to: '/esports', text: <Trans>E-sports</Trans> },
];

function Places({ label, places }: { readonly label: ReactNode; readonly places: readonly Place[] }) {
  return (
    <div>
      <span className="label">{label}</span>
      <ul>
        {places.map(({ to, text }) => (
          <li key={to}>
            {/* An article of the questions is marked at its list, a text of the law at itself. */}
            <NavLink to={to} end={to !== '/faq'}>
              {text}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

export interface ContentFrameProps {
  readonly title: ReactNode;
  /** Stands under the title in small print. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** Help and legal pages: the list of all of them beside one. */
export function ContentFrame({ title, note, children }: ContentFrameProps) {
  const { t } = useLingui();
  return (
    <div className="content">
      <nav className="content-rail" aria-label={t`Help and law`}>
        <Places label={<Trans>Help</Trans>} places={HELP} />
        <Places label={<Trans>Law</Trans>} places={LAW} />
        <Places label={<Trans>About us</Trans>} places={ABOUT} />
      </nav>
      <main id="main" className="content-main">
        <BannerPlace />
        <header className="grid gap-1">
          <h1>{title}</h1>
          {note && <p className="small text-ink-3">{note}</p>}
        </header>
        {children}
      </main>
    </div>
  );
}
