import { Avatar, Count, Empty, ErrorBox, Icon, Input, joinClasses } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { readRooms } from './message-center.ts';
import { type Conversation, sortedRooms } from './messages-state.ts';
import { shortMoment } from './talk-layout.ts';
import { useRooms } from './use-messages.ts';

function Waiting({ label }: { readonly label: string }) {
  return (
    <output className="grid gap-2 p-3" aria-busy="true" aria-label={label}>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="skeleton h-12" />
      ))}
    </output>
  );
}

function Row({
  room,
  isCurrent,
  onPick,
}: {
  readonly room: Conversation;
  readonly isCurrent: boolean;
  readonly onPick: ((username: string) => void) | undefined;
}) {
  const { t, i18n } = useLingui();
  const { username, displayName, unread, status } = room;
  const words = (
    <>
      <Avatar src={room.avatarUrl} name={displayName} size={40} />
      <span className="min-w-0 grow">
        <span className="flex items-center gap-2">
          <b className="grow truncate">{displayName}</b>
          {status && (
            <span
              className={joinClasses(
                'lamp',
                status === 'offline' && 'lamp-offline',
                status === 'private' && 'lamp-private',
                status === 'standby' && 'lamp-standby',
              )}
            />
          )}
          {room.lastAt > 0 && (
            <span className="small figure text-ink-3">{shortMoment(room.lastAt, i18n.locale)}</span>
          )}
        </span>
        <span className="flex items-center gap-2">
          <span className={joinClasses('grow truncate', unread > 0 ? 'strong' : 'text-ink-2')}>
            {room.isLastMine && <Trans>You:</Trans>}{' '}
            {room.lastText || (room.lastAt > 0 && <Trans>Picture</Trans>)}
          </span>
          {unread > 0 && (
            <Count hot>
              <span aria-label={t`${unread} unread`}>{unread > 99 ? '99+' : unread}</span>
            </Count>
          )}
        </span>
      </span>
    </>
  );
  const className = 'list-row talk-row';
  return onPick ? (
    <button type="button" className={className} onClick={() => onPick(username)}>
      {words}
    </button>
  ) : (
    <Link
      className={className}
      to={`/inbox?with=${username}`}
      preventScrollReset
      {...(isCurrent && { 'aria-current': 'true' as const })}
    >
      {words}
    </Link>
  );
}

export interface ConversationListProps {
  /** The one open beside the list. */
  readonly current?: string | undefined;
  /** Instead of going to the inbox, for lists that open conversations in their own place. */
  readonly onPick?: (username: string) => void;
  /** Closed conversations are left out. */
  readonly isOpenOnly?: boolean;
}

/** The person's conversations in the chosen order, with a search over names and last lines. */
export function ConversationList({ current, onPick, isOpenOnly }: ConversationListProps) {
  const { t } = useLingui();
  const state = useRooms();
  const [words, setWords] = useState('');
  if (state.load === 'failed')
    return <ErrorBox title={<Trans>Your messages did not load</Trans>} onRetry={() => void readRooms()} />;
  if (state.load === 'none') return <Waiting label={t`Loading messages`} />;
  const all = sortedRooms(state).filter(({ isOpen }) => isOpen || !isOpenOnly);
  if (all.length === 0)
    return (
      <Empty title={<Trans>No messages yet</Trans>}>
        <Trans>Write to a friend, or to a model you like. Messages are free.</Trans>
      </Empty>
    );
  const found = sortedRooms(state, words).filter((room) =>
    all.some(({ username }) => username === room.username),
  );
  return (
    <>
      <div className="talk-search">
        <Input
          quiet
          label={t`Search conversations`}
          placeholder={t`Search conversations`}
          value={words}
          maxLength={64}
          prefix={<Icon name="magnifying-glass" size={16} />}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <ul aria-label={t`Conversations`}>
        {found.map((room) => (
          <li key={room.username}>
            <Row room={room} isCurrent={room.username === current} onPick={onPick} />
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="small p-4 text-ink-2">
          <Trans>No conversation contains these words.</Trans>
        </p>
      )}
    </>
  );
}
