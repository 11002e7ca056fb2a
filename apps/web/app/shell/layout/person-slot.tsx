import { Button, buttonClass, Icon, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CurrentUser } from '@klieg/contract';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { balanceOf, useMe } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { lazyPart } from '../../shared/lazy-part.ts';

const NoticeMenu = lazyPart(() => import('../../features/notifications/notice-menu.tsx'));
const AccountMenu = lazyPart(() => import('./account-menu.tsx'));

function Member({ current }: { readonly current: CurrentUser }) {
  const { t } = useLingui();
  const isModel = current.user.type === 'model';
  return (
    <>
      <span className="balance">
        <TokenAmount amountTokens={balanceOf(current)} className="min-w-[88px]" />
        {isModel ? (
          <Link className={buttonClass({ kind: 'key' })} to="/broadcast">
            <Trans>Go live</Trans>
          </Link>
        ) : (
          <Button kind="key" onClick={() => openModal('tokens', {})}>
            <span>
              <Trans>
                Buy<span className="max-desktop:hidden"> tokens</span>
              </Trans>
            </span>
          </Button>
        )}
      </span>
      <Link
        className="icon-button max-tablet:hidden"
        to="/inbox"
        aria-label={t`Inbox, ${current.pm.unread} unread`}
        title={t`Inbox`}
      >
        <Icon name="chat-circle-text" />
        {current.pm.unread > 0 && <span className="unread-dot" />}
      </Link>
      <Suspense fallback={<span className="icon-button max-tablet:hidden" />}>
        <span className="max-tablet:hidden">
          <NoticeMenu unread={current.user.notificationUnreadCount} />
        </span>
      </Suspense>
      <Suspense fallback={<span className="avatar" />}>
        <AccountMenu current={current} />
      </Suspense>
    </>
  );
}

function Guest() {
  return (
    <>
      <Button kind="line" onClick={() => openModal('login', {})}>
        <Trans>Log in</Trans>
      </Button>
      <Button kind="key" onClick={() => openModal('signup', {})}>
        <Trans>Join free</Trans>
      </Button>
    </>
  );
}

/** The right end of the header: balance and account, or the ways in; empty and as wide before it is known. */
export function PersonSlot() {
  const me = useMe();
  const { t } = useLingui();
  return (
    <>
      <Link className="icon-button tablet:hidden" to="/search" aria-label={t`Search`}>
        <Icon name="magnifying-glass" />
      </Link>
      <span className="person-slot">
        {me.kind === 'member' && <Member current={me.current} />}
        {me.kind === 'guest' && <Guest />}
        {me.kind === 'unknown' && <span className="h-(--h)" />}
      </span>
    </>
  );
}
