import { Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ChatLine } from './chat-line.tsx';
import type { ChatState } from './chat-state.ts';
import { PendingLine } from './pending-line.tsx';
import { useFollowEnd } from './use-follow-end.ts';
import type { OnPerson } from './user-list.tsx';

export interface MessageListProps {
  readonly chat: ChatState;
  readonly own: string | undefined;
  /** Stands above the first line: the performer's notice. */
  readonly welcome?: ReactNode;
  readonly onRetry: (clientId: string, text: string) => void;
  readonly onDrop: (clientId: string) => void;
  readonly onPerson: OnPerson;
  /** For those who moderate. */
  readonly onRemove?: ((id: string) => void) | undefined;
}

/** The lines of the room, newest at the bottom; at most 200, so that none are left out of the page. */
export function MessageList({ chat, own, welcome, onRetry, onDrop, onPerson, onRemove }: MessageListProps) {
  const { t } = useLingui();
  const last = chat.pending.at(-1)?.clientId ?? chat.entries.at(-1)?.id;
  const { box, isFollowing, onScroll, jumpToEnd } = useFollowEnd(last);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div ref={box} className="messages" role="log" aria-label={t`Messages`} tabIndex={0} onScroll={onScroll}>
      <div className="message message-system">{welcome ?? <Trans>Welcome. Be kind.</Trans>}</div>
      {chat.entries.map((entry) => (
        <ChatLine key={entry.id} entry={entry} own={own} onPerson={onPerson} onRemove={onRemove} />
      ))}
      {chat.pending.map((line) => (
        <PendingLine key={line.clientId} line={line} onRetry={onRetry} onDrop={onDrop} />
      ))}
      {!isFollowing && (
        <Button size="small" icon="arrow-down" className="messages-resume" onClick={jumpToEnd}>
          <Trans>Newest lines</Trans>
        </Button>
      )}
    </div>
  );
}
