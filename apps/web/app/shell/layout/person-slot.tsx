import { Button, Icon } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CurrentUser } from '@klieg/contract';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { useMe } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { useExpectsMember } from '../../shared/site.ts';

const NoticeMenu = lazyPart(() => import('../../features/notifications/notice-menu.tsx'));
const AccountMenu = lazyPart(() => import('./account-menu.tsx'));
const Balance = lazyPart(async () => ({ default: (await import('./account-menu.tsx')).Balance }));

/** As wide as what replaces it. */
const BalanceWaiting = () => <span className="skeleton h-(--h) w-[150px] desktop:w-[196px]" />;

function Member({ current }: { readonly current: CurrentUser }) {
  const { t } = useLingui();
  return (
    <>
      <Suspense fallback={<BalanceWaiting />}>
        <Balance current={current} />
      </Suspense>
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

/** A button that opens a dialog, and a page with the same form before the page's code is there. */
function WayIn({ action, kind, onOpen, children }: WayInProps) {
  return (
    <form
      className="contents"
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        onOpen();
      }}
    >
      <Button kind={kind} type="submit">
        {children}
      </Button>
    </form>
  );
}

interface WayInProps {
  readonly action: string;
  readonly kind: 'line' | 'key';
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

const Guest = () => (
  <>
    <WayIn action="/login" kind="line" onOpen={() => openModal('login', {})}>
      <Trans>Log in</Trans>
    </WayIn>
    <WayIn action="/register" kind="key" onOpen={() => openModal('signup', {})}>
      <Trans>Join free</Trans>
    </WayIn>
  </>
);

/** The place of the account before it is known whose it is, as wide as it will be. */
const MemberWaiting = () => (
  <>
    <BalanceWaiting />
    <span className="icon-button max-tablet:hidden" />
    <span className="icon-button max-tablet:hidden" />
    <span className="avatar skeleton" />
  </>
);

/**
 * The right end of the header: balance and account, or the links to join and log in; rendered by the server for
 * visitors who seem to be logged in or not.
 */
export function PersonSlot() {
  const me = useMe();
  const expectsMember = useExpectsMember();
  const { t } = useLingui();
  return (
    <>
      <Link className="icon-button tablet:hidden" to="/search" aria-label={t`Search`}>
        <Icon name="magnifying-glass" />
      </Link>
      <span className="person-slot">
        {me.kind === 'member' && <Member current={me.current} />}
        {(me.kind === 'guest' || (me.kind === 'unknown' && !expectsMember)) && <Guest />}
        {me.kind === 'unknown' && expectsMember && <MemberWaiting />}
      </span>
    </>
  );
}
