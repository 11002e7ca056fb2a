import type { CurrentUser } from '@klieg/contract';
import { Avatar, Icon, Menu, MenuItem, MenuLine, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { api } from '../../shared/api/client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { switchTheme } from '../../shared/theme/account-theme.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { logOut } from './log-out.ts';

/** The number that only super VIPs are told; nothing where the house has none. */
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

/** What belongs to the account, behind the own picture. */
export default function AccountMenu({ current }: { readonly current: CurrentUser }) {
  const { t, i18n } = useLingui();
  const { user } = current;
  const leave = () =>
    logOut().catch((error: unknown) =>
      showToast({ content: explainError(error, i18n), appearance: 'error' }),
    );
  return (
    <Menu
      trigger={
        <button type="button" aria-label={t`Your account`} className="avatar-button">
          <Avatar src={null} name={user.display_name} />
        </button>
      }
    >
      <div className="truncate px-2 py-1">
        <b className="block truncate">{user.display_name}</b>
        <span className="small text-ink-3">{user.username}</span>
      </div>
      <MenuLine />
      {user.type === 'model' && (
        <MenuItem asLink>
          <Link className="menu-item" to="/broadcast">
            <Icon name="broadcast" size={16} />
            <Trans>Go live</Trans>
          </Link>
        </MenuItem>
      )}
      <MenuItem asLink>
        <Link className="menu-item" to="/account/tokens">
          <Icon name="coins" size={16} />
          <Trans>Tokens</Trans>
        </Link>
      </MenuItem>
      <MenuItem asLink>
        <Link className="menu-item" to="/inbox">
          <Icon name="chat-circle-text" size={16} />
          <Trans>Inbox</Trans>
        </Link>
      </MenuItem>
      <MenuItem asLink>
        <Link className="menu-item" to="/account/friends">
          <Icon name="users" size={16} />
          <Trans>Friends</Trans>
        </Link>
      </MenuItem>
      <MenuItem asLink>
        <Link className="menu-item" to="/account/settings">
          <Icon name="gear-six" size={16} />
          <Trans>Settings</Trans>
        </Link>
      </MenuItem>
      <MenuItem icon="moon" onSelect={switchTheme}>
        <Trans>Switch the lights</Trans>
      </MenuItem>
      {user.showSupportPhone && <SupportPhone />}
      <MenuLine />
      <MenuItem icon="sign-out" onSelect={() => void leave()}>
        <Trans>Log out</Trans>
      </MenuItem>
    </Menu>
  );
}
