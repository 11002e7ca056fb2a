import type { CurrentUser } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import {
  Avatar,
  Count,
  Icon,
  type IconName,
  joinClasses,
  Menu,
  MenuItem,
  MenuLine,
  showToast,
} from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { switchAccount } from '../../features/linked-accounts/switch-account.ts';
import { useIsPromptWaiting } from '../../features/promo/prompt-store.ts';
import { useSpins } from '../../features/promo/spins-store.ts';
import { api } from '../../shared/api/client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { withTexts } from '../../shared/language/with-texts.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { switchTheme } from '../../shared/theme/account-theme.ts';
import { currentTheme } from '../../shared/theme/theme.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { logOut } from './log-out.ts';

export { Balance } from './balance.tsx';

const WheelKey = lazyPart(withTexts(() => import('../../features/promo/wheel-key.tsx')));
const TokenKey = lazyPart(withTexts(() => import('../../features/promo/token-key.tsx')));

/** The number shown only to super VIPs; nothing if the site has none. */
function SupportPhone() {
  const { state } = useLoaded('site_config', (signal) => api.getSiteConfig({ signal }));
  const phone = state.kind === 'ready' ? state.value.support.phone : null;
  if (phone === null) return null;
  return (
    <MenuItem asLink>
      <a className="menu-item" href={`tel:${phone.replaceAll(/[^+\d]/gu, '')}`}>
        <Icon name="lifebuoy" size={16} />
        <Trans>Call support: {phone}</Trans>
      </a>
    </MenuItem>
  );
}

/** A link to an own page. */
const PageItem = ({
  to,
  icon,
  className,
  children,
}: {
  readonly to: string;
  readonly className?: string;
  readonly icon: IconName;
  readonly children: ReactNode;
}) => (
  <MenuItem asLink>
    <Link className={joinClasses('menu-item', className)} to={to}>
      <Icon name={icon} size={16} />
      {children}
    </Link>
  </MenuItem>
);

const OwnName = ({ user }: Pick<CurrentUser, 'user'>) => (
  <div className="truncate px-2 py-1">
    <b className="block truncate">{user.display_name}</b>
    {user.username !== user.display_name && <span className="small text-ink-3">{user.username}</span>}
  </div>
);

/** The other accounts of the same person, one press away, unless they hide them. */
function LinkedItems({
  current,
  onRefused,
}: {
  readonly current: CurrentUser;
  readonly onRefused: (error: unknown) => void;
}) {
  const linked = current.settings.hide_linked_accounts === 'NO' ? current.linkedAccounts : [];
  if (linked.length === 0) return null;
  return (
    <>
      {linked.map(({ id, username }) => (
        <MenuItem key={id} icon="arrows-left-right" onSelect={() => void switchAccount(id).catch(onRefused)}>
          <Trans>Switch to {username}</Trans>
        </MenuItem>
      ))}
      <MenuLine />
    </>
  );
}

/** Links to somebody's work: the own stream, and the site's desks. */
const WorkItems = ({ user }: Pick<CurrentUser, 'user'>) => (
  <>
    {user.type === 'model' && (
      <PageItem to="/broadcast" icon="broadcast">
        <Trans>Go live</Trans>
      </PageItem>
    )}
    {(user.isAdmin || user.isSuperAdmin || user.user_roles.includes('auditor')) && (
      <PageItem to="/admin" icon="gauge">
        <Trans>Back office</Trans>
      </PageItem>
    )}
    {(user.isAdmin || user.isSuperAdmin || user.user_roles.includes('site_mod')) && (
      <PageItem to="/mod" icon="shield-check">
        <Trans>Moderation</Trans>
      </PageItem>
    )}
    {user.user_roles.includes('model_admin') && (
      <PageItem to="/mod/review" icon="image">
        <Trans>Review</Trans>
      </PageItem>
    )}
  </>
);

/** The other theme. A part of its own, since the menu's parts are drawn each time it opens, and the menu is not. */
function ThemeItem() {
  const isDark = currentTheme() === 'dark';
  return (
    <MenuItem icon={isDark ? 'sun' : 'moon'} onSelect={switchTheme}>
      {isDark ? <Trans>Light theme</Trans> : <Trans>Dark theme</Trans>}
    </MenuItem>
  );
}

/** What viewers have, and performers have not. */
function ViewerItems() {
  return (
    <>
      <PageItem to="/account/media/videos" icon="film-strip">
        <Trans>Purchased media</Trans>
      </PageItem>
      <MenuItem icon="star" onSelect={() => openModal('upgrade', {})}>
        <Trans>Membership</Trans>
      </MenuItem>
    </>
  );
}

/** The account menu, at the own picture. */
export default function AccountMenu({ current }: { readonly current: CurrentUser }) {
  const { t, i18n } = useLingui();
  const { user } = current;
  const tell = (error: unknown) => showToast({ content: explainError(error, i18n), appearance: 'error' });
  const leave = () => logOut().catch(tell);
  const spins = useSpins();
  const isPrompted = useIsPromptWaiting();
  return (
    <>
      {/* One at a time: a phone's header has no place for both. */}
      <Suspense>{spins > 0 ? <WheelKey /> : isPrompted && <TokenKey />}</Suspense>
      <Menu
        trigger={
          <button type="button" aria-label={t`Your account`} className="avatar-button">
            <Avatar src={user.avatar} name={user.display_name} />
            {user.notificationUnreadCount > 0 && <span className="unread-dot tablet:hidden" />}
          </button>
        }
      >
        <OwnName user={user} />
        <MenuLine />
        <LinkedItems current={current} onRefused={tell} />
        {user.email_confirmed === 0 && (
          <MenuItem icon="at" onSelect={() => openModal('confirm-email', {})}>
            <Trans>Confirm your email</Trans>
          </MenuItem>
        )}
        {current.settings.can_change_username && (
          <MenuItem icon="note-pencil" onSelect={() => openModal('change-username', {})}>
            <Trans>Change username</Trans>
          </MenuItem>
        )}
        <WorkItems user={user} />
        <PageItem to="/account/tokens" icon="coins">
          <Trans>Tokens</Trans>
        </PageItem>
        {user.type !== 'model' && <ViewerItems />}
        <PageItem to="/inbox" icon="chat-circle-text">
          <Trans>Inbox</Trans>
        </PageItem>
        {/* Wider windows have the bell. */}
        <PageItem to="/inbox#notices" icon="bell" className="tablet:hidden">
          <Trans>Notifications</Trans>
          {user.notificationUnreadCount > 0 && (
            <Count hot>{formatCount(user.notificationUnreadCount, i18n.locale)}</Count>
          )}
        </PageItem>
        <PageItem to="/account/friends" icon="users">
          <Trans>Friends</Trans>
        </PageItem>
        <PageItem to="/account/settings" icon="gear-six">
          <Trans>Settings</Trans>
        </PageItem>
        <ThemeItem />
        {user.show_support_chat && (
          <MenuItem icon="lifebuoy" onSelect={() => openModal('support', {})}>
            <Trans>Support chat</Trans>
          </MenuItem>
        )}
        {user.showSupportPhone && <SupportPhone />}
        <MenuLine />
        <MenuItem icon="sign-out" onSelect={() => void leave()}>
          <Trans>Log out</Trans>
        </MenuItem>
      </Menu>
    </>
  );
}
