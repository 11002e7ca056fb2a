import { Avatar, buttonClass, IconButton, joinClasses, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { EmoticonsContext } from '../../shared/emoticons/emoticon-text.ts';
import { useListedEmoticons } from '../../shared/emoticons/use-listed-emoticons.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { ignorePerson } from '../../shared/me/ignored.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { closeTalk, deleteMessages, readTalk } from './message-center.ts';
import { MessageComposer } from './message-composer.tsx';
import { MessageLog } from './message-log.tsx';
import { type OpenDialog, TalkDialogs } from './talk-dialogs.tsx';
import { isTakenBack } from './talk-layout.ts';
import { TalkMenu } from './talk-menu.tsx';
import { TalkSearch } from './talk-search.tsx';
import { useMessages, useTalk } from './use-messages.ts';
import { WRITE_REFUSALS } from './write-refusal.ts';

export interface ConversationViewProps {
  readonly username: string;
  /** The friend is here; undefined for others. */
  readonly isHere?: boolean | undefined;
  /** Asks the partner to be friends; absent where they are or were asked. */
  readonly onAskFriend?: (() => void) | undefined;
  /** Leaves the conversation, where it stands in the place of the list. */
  readonly onBack?: (() => void) | undefined;
  /** The conversation was closed or deleted. */
  readonly onGone: () => void;
  /** Beside the conversation, where there is room. */
  readonly side?: (tools: ConversationTools) => ReactNode;
}

/** What stands beside a conversation can use. */
export interface ConversationTools {
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly notes: string;
  readonly pictures: readonly string[];
  readonly isBlocked: boolean;
  readonly open: (dialog: OpenDialog) => void;
  readonly unblock: () => void;
}

/** One conversation: head, messages, field. */
export function ConversationView({
  username,
  isHere,
  onAskFriend,
  onBack,
  onGone,
  side,
}: ConversationViewProps) {
  const { t, i18n } = useLingui();
  const me = useMember();
  const room = useMessages().rooms[username];
  const talk = useTalk(username);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [isSearching, setSearching] = useState(false);
  const displayName = room?.displayName ?? username;
  const { reason } = talk.canWrite;
  const emoticons = useListedEmoticons(username);
  const isBlocked = reason === 'blocked';
  const isDeleted = reason === 'deleted';
  const refusal = reason === null ? undefined : WRITE_REFUSALS[reason];
  const isLive = room?.status !== undefined && room.status !== null && room.status !== 'offline';

  const run = (work: Promise<unknown>) =>
    void work.catch((error: unknown) =>
      showToast({ content: explainError(error, i18n), appearance: 'error' }),
    );
  const block = (ignored: boolean) => run(ignorePerson(username, ignored).then(() => readTalk(username)));
  const remove = (id?: string) =>
    run(deleteMessages(username, id).then(() => (id === undefined ? onGone() : undefined)));

  if (!me) return null;
  const { user } = me;
  return (
    <EmoticonsContext value={emoticons}>
      <section className="talk" aria-label={t`Conversation with ${displayName}`}>
        <div className="talk-head">
          {onBack && (
            <IconButton
              className="talk-back"
              icon="caret-left-bold"
              label={t`All conversations`}
              onClick={onBack}
            />
          )}
          <Avatar src={room?.avatarUrl} name={displayName} />
          <div className="min-w-0 grow">
            <b className="block truncate">{displayName}</b>
            <span className="small flex min-h-4 items-center gap-1 text-ink-3">
              {room?.status ? (
                <>
                  <span className={joinClasses('lamp', !isLive && 'lamp-offline')} />
                  {isLive ? <Trans>Live now</Trans> : <Trans>Offline</Trans>}
                </>
              ) : isHere === undefined ? (
                displayName !== username && username
              ) : (
                <>
                  <span className={joinClasses('lamp', isHere ? 'lamp-here' : 'lamp-offline')} />
                  {isHere ? <Trans>Here now</Trans> : <Trans>Away</Trans>}
                </>
              )}
            </span>
          </div>
          {isLive && (
            <Link className={buttonClass({ kind: 'line', size: 'small' })} to={`/${username}`}>
              <Trans>Watch</Trans>
            </Link>
          )}
          <TalkMenu
            isBlocked={isBlocked}
            onAskFriend={isBlocked || isDeleted ? undefined : onAskFriend}
            {...(!isDeleted && {
              onBlock: (ignored: boolean) => (ignored ? setDialog({ kind: 'block' }) : block(false)),
              onReport: () => setDialog({ kind: 'report', target: { kind: 'profile', id: username } }),
            })}
            onSearch={() => setSearching(true)}
            onClose={() => run(closeTalk(username).then(onGone))}
            onDelete={() => setDialog({ kind: 'delete-all' })}
          />
        </div>
        {isSearching && <TalkSearch username={username} onClose={() => setSearching(false)} />}
        <MessageLog
          key={username}
          username={username}
          talk={talk}
          partner={{ name: displayName, avatarUrl: room?.avatarUrl ?? null, isMine: false }}
          own={{ name: user.display_name, avatarUrl: null, isMine: true }}
          onOpenPicture={(url) => setDialog({ kind: 'picture', url })}
          onDelete={(message) =>
            setDialog({ kind: 'delete', id: message.id, isForBoth: isTakenBack(message, Date.now()) })
          }
          onReport={(id) => setDialog({ kind: 'report', target: { kind: 'pm', id } })}
        />
        <MessageComposer
          key={`to ${username}`}
          own={user.username}
          username={username}
          displayName={displayName}
          blocked={refusal && t(refusal)}
        />
      </section>
      {side?.({
        displayName,
        avatarUrl: room?.avatarUrl ?? null,
        notes: talk.notes,
        pictures: talk.messages.flatMap(({ imageUrl }) => imageUrl ?? []),
        isBlocked,
        open: setDialog,
        unblock: () => block(false),
      })}
      {dialog && (
        <TalkDialogs
          open={dialog}
          displayName={displayName}
          onDelete={remove}
          onBlock={() => block(true)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </EmoticonsContext>
  );
}
