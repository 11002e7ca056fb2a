import type { CurrentUser } from '@klieg/contract';
import { Avatar, buttonClass, IconButton, joinClasses, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { EmoticonsContext } from '../../shared/emoticons/emoticon-text.ts';
import { useListedEmoticons } from '../../shared/emoticons/use-listed-emoticons.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { autosilenceStore } from '../../shared/me/autosilences.ts';
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
import { reasonNow, WRITE_REFUSALS } from './write-refusal.ts';

export interface ConversationViewProps {
  readonly username: string;
  /** The friend is here; undefined for others. */
  readonly isHere?: boolean | undefined;
  /** Asks the partner to be friends; absent where they are or were asked. */
  readonly onAskFriend?: (() => void) | undefined;
  /** Leaves the conversation, if it is shown in place of the list. */
  readonly onBack?: (() => void) | undefined;
  /** The conversation was closed or deleted. */
  readonly onGone: () => void;
  /** Beside the conversation, where there is room. */
  readonly side?: (tools: ConversationTools) => ReactNode;
}

/** What the tools beside a conversation can use. */
export interface ConversationTools {
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly notes: string;
  readonly pictures: readonly string[];
  readonly isBlocked: boolean;
  readonly open: (dialog: OpenDialog) => void;
  readonly unblock: () => void;
}

type Status = ReturnType<typeof useMessages>['rooms'][string]['status'];

const isLiveStatus = (status: Status | undefined): boolean =>
  status !== undefined && status !== null && status !== 'offline';

interface PresenceProps {
  /** Of a performer's room. */
  readonly status: Status | undefined;
  readonly isHere: boolean | undefined;
  /** Stands there where nothing is known. */
  readonly name: ReactNode;
}

/** Whether the partner is live, or here. */
function Presence({ status, isHere, name }: PresenceProps) {
  const isLive = isLiveStatus(status);
  return (
    <span className="small flex min-h-4 items-center gap-1 text-ink-3">
      {status ? (
        <>
          <span className={joinClasses('lamp', !isLive && 'lamp-offline')} />
          {isLive ? <Trans>Live now</Trans> : <Trans>Offline</Trans>}
        </>
      ) : isHere === undefined ? (
        name
      ) : (
        <>
          <span className={joinClasses('lamp', isHere ? 'lamp-here' : 'lamp-offline')} />
          {isHere ? <Trans>Here now</Trans> : <Trans>Away</Trans>}
        </>
      )}
    </span>
  );
}

/** The actions on a conversation; shows failures. */
function useTalkActs(username: string, onGone: () => void) {
  const { i18n } = useLingui();
  const run = (work: Promise<unknown>) =>
    void work.catch((error: unknown) =>
      showToast({ content: explainError(error, i18n), appearance: 'error' }),
    );
  const block = (ignored: boolean) => run(ignorePerson(username, ignored).then(() => readTalk(username)));
  const remove = (id?: string) =>
    run(deleteMessages(username, id).then(() => (id === undefined ? onGone() : undefined)));
  return { run, block, remove };
}

interface ConversationMenuProps extends Pick<ConversationViewProps, 'username' | 'onAskFriend' | 'onGone'> {
  /** Why nothing can be written. */
  readonly reason: ReturnType<typeof useTalk>['canWrite']['reason'];
  /** Something was written. */
  readonly hasHistory: boolean;
  readonly acts: ReturnType<typeof useTalkActs>;
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onSearch: () => void;
}

function ConversationMenu(props: ConversationMenuProps) {
  const { username, reason, hasHistory, acts, onAskFriend, onOpen, onSearch, onGone } = props;
  const isBlocked = reason === 'blocked';
  const isDeleted = reason === 'deleted';
  return (
    <TalkMenu
      isBlocked={isBlocked}
      onAskFriend={isBlocked || isDeleted ? undefined : onAskFriend}
      {...(!isDeleted && {
        onBlock: (ignored: boolean) => (ignored ? onOpen({ kind: 'block' }) : acts.block(false)),
        onReport: () => onOpen({ kind: 'report', target: { kind: 'profile', id: username } }),
      })}
      {...(hasHistory && {
        history: {
          onSearch,
          onClose: () => acts.run(closeTalk(username).then(onGone)),
          onDelete: () => onOpen({ kind: 'delete-all' }),
        },
      })}
    />
  );
}

interface TalkHeadProps extends Pick<ConversationViewProps, 'username' | 'isHere' | 'onBack'> {
  readonly displayName: string;
  readonly avatarUrl: string | null | undefined;
  readonly status: Status | undefined;
  readonly menu: ReactNode;
}

/** Who the partner is, and the menu. */
function TalkHead({ username, isHere, onBack, displayName, avatarUrl, status, menu }: TalkHeadProps) {
  const { t } = useLingui();
  const isLive = isLiveStatus(status);
  return (
    <div className="talk-head">
      {onBack && (
        <IconButton
          className="talk-back"
          icon="caret-left-bold"
          label={t`All conversations`}
          onClick={onBack}
        />
      )}
      <Avatar src={avatarUrl} name={displayName} />
      <div className="min-w-0 grow">
        <b className="block truncate">{displayName}</b>
        <Presence status={status} isHere={isHere} name={displayName !== username && username} />
      </div>
      {isLive && (
        <Link className={buttonClass({ kind: 'line', size: 'small' })} to={`/${username}`}>
          <Trans>Watch</Trans>
        </Link>
      )}
      {menu}
    </div>
  );
}

interface TalkColumnProps extends Omit<ConversationViewProps, 'side'> {
  readonly own: Pick<CurrentUser['user'], 'username' | 'display_name'>;
  readonly room: ReturnType<typeof useMessages>['rooms'][string] | undefined;
  readonly talk: ReturnType<typeof useTalk>;
  readonly acts: ReturnType<typeof useTalkActs>;
  readonly onOpen: (dialog: OpenDialog) => void;
}

/** The head, the messages and the field, one below the other. */
function TalkColumn(props: TalkColumnProps) {
  const { username, isHere, onAskFriend, onBack, onGone, own, room, talk, acts, onOpen } = props;
  const { t } = useLingui();
  const [isSearching, setSearching] = useState(false);
  const { displayName = username, avatarUrl = null } = room ?? {};
  const { subscribe, get } = autosilenceStore;
  const isSilenced = useSyncExternalStore(subscribe, get, get)[''] !== undefined;
  const reason = reasonNow(talk.canWrite.reason, isSilenced);
  const refusal = reason === null ? undefined : WRITE_REFUSALS[reason];
  return (
    <section className="talk" aria-label={t`Conversation with ${displayName}`}>
      <TalkHead
        username={username}
        isHere={isHere}
        onBack={onBack}
        displayName={displayName}
        avatarUrl={avatarUrl}
        status={room?.status}
        menu={
          <ConversationMenu
            username={username}
            reason={reason}
            hasHistory={talk.messages.length > 0 || (room?.lastAt ?? 0) > 0}
            acts={acts}
            onAskFriend={onAskFriend}
            onOpen={onOpen}
            onSearch={() => setSearching(true)}
            onGone={onGone}
          />
        }
      />
      {isSearching && <TalkSearch username={username} onClose={() => setSearching(false)} />}
      <MessageLog
        key={username}
        username={username}
        talk={talk}
        partner={{ name: displayName, avatarUrl, isMine: false }}
        own={{ name: own.display_name, avatarUrl: null, isMine: true }}
        onOpenPicture={(url) => onOpen({ kind: 'picture', url })}
        onDelete={(message) =>
          onOpen({ kind: 'delete', id: message.id, isForBoth: isTakenBack(message, Date.now()) })
        }
        onReport={(id) => onOpen({ kind: 'report', target: { kind: 'pm', id } })}
      />
      <MessageComposer
        key={`to ${username}`}
        own={own.username}
        username={username}
        displayName={displayName}
        blocked={refusal && t(refusal)}
      />
    </section>
  );
}

/** One conversation with its tools and dialogs. */
export function ConversationView({ side, ...place }: ConversationViewProps) {
  const { username, onGone } = place;
  const me = useMember();
  const room = useMessages().rooms[username];
  const talk = useTalk(username);
  const [dialog, setDialog] = useState<OpenDialog>();
  // Usually one of two people has a room; two befriended viewers have none.
  const partnerWithRoom = room && room.status !== null ? username : undefined;
  const emoticons = useListedEmoticons(me?.user.type === 'model' ? me.user.username : partnerWithRoom);
  const acts = useTalkActs(username, onGone);
  if (!me) return null;
  const displayName = room?.displayName ?? username;
  return (
    <EmoticonsContext value={emoticons}>
      <TalkColumn {...place} own={me.user} room={room} talk={talk} acts={acts} onOpen={setDialog} />
      {side?.({
        displayName,
        avatarUrl: room?.avatarUrl ?? null,
        notes: talk.notes,
        pictures: talk.messages.flatMap(({ imageUrl }) => imageUrl ?? []),
        isBlocked: talk.canWrite.reason === 'blocked',
        open: setDialog,
        unblock: () => acts.block(false),
      })}
      {dialog && (
        <TalkDialogs
          open={dialog}
          displayName={displayName}
          onDelete={acts.remove}
          onBlock={() => acts.block(true)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </EmoticonsContext>
  );
}
