import { Icon, type IconName } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { useMe } from '../../shared/me/me-store.ts';

interface Place {
  readonly to: string;
  readonly icon: IconName;
  readonly text: string;
  readonly unread?: number;
}

/** The main places within reach of the thumb; phones only. Five places, the last by who it is: models go live, viewers have their inbox. */
export function BottomNav() {
  const { t } = useLingui();
  const me = useMe();
  const isModel = me.kind === 'member' && me.current.user.type === 'model';
  const last: Place =
    me.kind === 'guest'
      ? { to: '/register', icon: 'user-plus', text: t`Join free` }
      : isModel
        ? { to: '/broadcast', icon: 'broadcast', text: t`Go live` }
        : me.kind === 'member'
          ? { to: '/inbox', icon: 'chat-circle-text', text: t`Inbox`, unread: me.current.pm.unread }
          : { to: '/support', icon: 'lifebuoy', text: t`Support` };
  const places: readonly Place[] = [
    { to: '/', icon: 'squares-four', text: t`Browse` },
    { to: '/feed', icon: 'film-strip', text: t`Feed` },
    { to: '/search', icon: 'magnifying-glass', text: t`Search` },
    { to: '/account/tokens', icon: 'coins', text: t`Tokens` },
    last,
  ];
  return (
    <nav className="bottom-nav" aria-label={t`Main`}>
      {places.map(({ to, icon, text, unread = 0 }, position) => (
        <NavLink key={position} to={to} end={to === '/'}>
          <Icon name={icon} />
          {unread > 0 && <span className="unread-dot" />}
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
