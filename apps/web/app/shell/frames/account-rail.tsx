import { Icon, type IconName } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { useMember } from '../../shared/me/me-store.ts';

/** Places of the account, left of its pages. */
export function AccountRail({ isOpen }: { readonly isOpen: boolean }) {
  const { t } = useLingui();
  const isModel = useMember()?.user.type === 'model';
  const places: { to: string; icon: IconName; text: string }[] = [
    { to: '/account/tokens', icon: 'coins', text: t`Tokens` },
    ...(isModel
      ? []
      : [{ to: '/account/media/videos', icon: 'film-strip' as IconName, text: t`Purchased media` }]),
    { to: '/account/shows', icon: 'lock-simple', text: t`Shows` },
    { to: '/inbox', icon: 'chat-circle-text', text: t`Inbox` },
    { to: '/account/friends', icon: 'users', text: t`Friends` },
    ...(isModel ? [] : [{ to: '/fans', icon: 'star' as IconName, text: t`Fan clubs` }]),
    ...(isModel
      ? [
          { to: '/model-desk/media', icon: 'film-strip' as IconName, text: t`Media` },
          { to: '/model-desk/recordings', icon: 'broadcast' as IconName, text: t`Recordings` },
          { to: '/model-desk/consents', icon: 'user' as IconName, text: t`People with you` },
          { to: '/model-desk/fans', icon: 'heart' as IconName, text: t`Followers` },
          { to: '/model-desk/fan-club', icon: 'star' as IconName, text: t`Fan club` },
        ]
      : []),
    { to: '/account/complaints', icon: 'flag', text: t`Complaints` },
    { to: '/announcements', icon: 'megaphone', text: t`News` },
    { to: '/account/settings', icon: 'gear-six', text: t`Settings` },
    { to: '/', icon: 'squares-four', text: t`All rooms` },
  ];
  return (
    <aside className="rail" aria-label={t`Account`} data-open={isOpen}>
      {places.map(({ to, icon, text }) => (
        <NavLink key={to} to={to} className="rail-item">
          <Icon name={icon} />
          <span className="truncate">{text}</span>
        </NavLink>
      ))}
    </aside>
  );
}
