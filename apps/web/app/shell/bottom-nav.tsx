import { Icon, type IconName } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';

interface Place {
  readonly to: string;
  readonly icon: IconName;
  readonly text: string;
}

/** The main places within reach of the thumb; phones only. */
export function BottomNav() {
  const { t } = useLingui();
  const places: readonly Place[] = [
    { to: '/', icon: 'squares-four', text: t`Browse` },
    { to: '/search', icon: 'magnifying-glass', text: t`Search` },
    { to: '/account/tokens', icon: 'coins', text: t`Tokens` },
    { to: '/broadcast', icon: 'broadcast', text: t`Go live` },
  ];
  return (
    <nav className="bottom-nav" aria-label={t`Main`}>
      {places.map(({ to, icon, text }) => (
        <NavLink key={to} to={to} end={to === '/'}>
          <Icon name={icon} />
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
