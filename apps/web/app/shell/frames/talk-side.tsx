import { formatDay } from '@klieg/i18n';
import { Avatar, Button, ContentImage, FactList, Icon, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ConversationTools } from '../../features/direct-messages/index.ts';
import { askFriend, useFriends } from '../../features/friends/index.ts';
import { explainError } from '../../shared/errors/explain-error.ts';

const PICTURES_MAX = 9;

function Pictures({ pictures, open }: Pick<ConversationTools, 'pictures' | 'open'>) {
  const { t } = useLingui();
  return (
    <section className="module">
      <span className="label">
        <Trans>Pictures in this conversation</Trans>
      </span>
      <div className="talk-pictures">
        {pictures.map((url) => (
          <button
            key={url}
            type="button"
            aria-label={t`Open the picture`}
            onClick={() => open({ kind: 'picture', url })}
          >
            <ContentImage src={url} alt="" lazy />
          </button>
        ))}
      </div>
    </section>
  );
}

function Acts({ username, tools }: { readonly username: string; readonly tools: ConversationTools }) {
  const { displayName, isBlocked } = tools;
  return (
    <section>
      <button
        type="button"
        className="list-row"
        onClick={() => tools.open({ kind: 'report', target: { kind: 'profile', id: username } })}
      >
        <Icon name="flag" size={16} />
        <Trans>Report</Trans>
      </button>
      <button
        type="button"
        className="list-row text-bad"
        onClick={() => (isBlocked ? tools.unblock() : tools.open({ kind: 'block' }))}
      >
        <Icon name="prohibit-bold" size={16} />
        {isBlocked ? <Trans>Unblock {displayName}</Trans> : <Trans>Block {displayName}</Trans>}
      </button>
    </section>
  );
}

/** Facts about the partner, beside a conversation. */
export function TalkSide({
  username,
  tools,
}: {
  readonly username: string;
  readonly tools: ConversationTools;
}) {
  const { t, i18n } = useLingui();
  const friends = useFriends();
  const friend = friends.byName[username];
  const { displayName, notes, isBlocked } = tools;
  const ask = () =>
    void askFriend(username).catch((error: unknown) =>
      showToast({ content: explainError(error, i18n), appearance: 'error' }),
    );
  const pictures = tools.pictures.slice(-PICTURES_MAX).toReversed();
  return (
    <aside className="talk-side" aria-label={t`About ${displayName}`}>
      <section className="module">
        <span className="flex items-center gap-3">
          <Avatar src={tools.avatarUrl} name={displayName} size={48} />
          <span className="min-w-0">
            <h2 className="truncate">{displayName}</h2>
            {displayName !== username && <span className="small text-ink-3">{username}</span>}
          </span>
        </span>
        <FactList
          facts={[
            ...(friend?.status === 'CONFIRMED' && friend.since
              ? [{ label: <Trans>Friend since</Trans>, value: formatDay(friend.since, i18n.locale) }]
              : []),
            { label: <Trans>Messages</Trans>, value: <Trans>free for you</Trans> },
          ]}
        />
        {!friend && friends.load === 'ready' && !isBlocked && (
          <Button icon="user-plus" onClick={ask}>
            <Trans>Add friend</Trans>
          </Button>
        )}
        {friend?.status === 'REQUESTED' && (
          <span className="small text-ink-3">
            <Trans>Request sent</Trans>
          </span>
        )}
      </section>
      {notes && (
        <section className="module">
          <span className="label">
            <Trans>Your notes</Trans>
          </span>
          <p className="talk-text">{notes}</p>
        </section>
      )}
      {pictures.length > 0 && <Pictures pictures={pictures} open={tools.open} />}
      <Acts username={username} tools={tools} />
    </aside>
  );
}
