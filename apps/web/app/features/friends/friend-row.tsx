import { formatDay } from '@klieg/i18n';
import {
  Avatar,
  Button,
  giveBackFocus,
  Icon,
  IconButton,
  joinClasses,
  Menu,
  MenuItem,
  showToast,
} from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { Link } from 'react-router';
import { explainError } from '../../shared/errors/explain-error.ts';
import type { Friend } from './friends-state.ts';
import { acceptFriend, endFriend } from './friends-store.ts';

function Note({ friend }: { readonly friend: Friend }) {
  const { i18n } = useLingui();
  const since = friend.since && formatDay(friend.since, i18n.locale);
  switch (friend.status) {
    case 'TO_CONFIRM':
      return <Trans>wants to be friends</Trans>;
    case 'REQUESTED':
      return <Trans>Request sent</Trans>;
    case 'CONFIRMED':
      return since ? <Trans>Friend since {since}</Trans> : <Trans>Friend</Trans>;
  }
}

/** A friend or request with its actions. */
export function FriendRow({ friend }: { readonly friend: Friend }) {
  const { t, i18n } = useLingui();
  const { username, displayName, status, isOnline } = friend;
  const run = (work: Promise<void>) =>
    void work.catch((error: unknown) =>
      showToast({ content: explainError(error, i18n), appearance: 'error' }),
    );
  const row = useRef<HTMLLIElement>(null);
  // The row goes with the button that was pressed: the focus moves to a row beside it, or else to the heading.
  const end = () => {
    const beside = row.current?.nextElementSibling ?? row.current?.previousElementSibling ?? null;
    run(endFriend(username));
    setTimeout(() => giveBackFocus(beside));
  };
  return (
    <li className="list-row talk-row" ref={row} tabIndex={-1}>
      <Avatar src={friend.avatarUrl} name={displayName} size={40} />
      <span className="min-w-0 grow">
        <b className="block truncate">{displayName}</b>
        <span className="small block truncate text-ink-3">
          <Note friend={friend} />
        </span>
      </span>
      {status === 'CONFIRMED' && (
        <>
          <span className={joinClasses('lamp', isOnline ? 'lamp-here' : 'lamp-offline')}>
            <span className="visually-hidden">
              {isOnline ? <Trans>Here now</Trans> : <Trans>Away</Trans>}
            </span>
          </span>
          <Link
            className="icon-button icon-button-small"
            to={`/inbox?with=${username}`}
            aria-label={t`Write to ${displayName}`}
            title={t`Write to ${displayName}`}
          >
            <Icon name="chat-circle-text" size={16} />
          </Link>
          <Menu trigger={<IconButton small icon="dots-three-bold" label={t`More about ${displayName}`} />}>
            <MenuItem danger icon="x" onSelect={end}>
              <Trans>Remove friend</Trans>
            </MenuItem>
          </Menu>
        </>
      )}
      {status === 'TO_CONFIRM' && (
        <>
          <Button kind="key" size="small" onClick={() => run(acceptFriend(username))}>
            <Trans>Accept</Trans>
          </Button>
          <IconButton small icon="x" label={t`Decline ${displayName}`} onClick={end} />
        </>
      )}
      {status === 'REQUESTED' && (
        <Button kind="line" size="small" onClick={end}>
          <Trans>Withdraw</Trans>
        </Button>
      )}
    </li>
  );
}
