import { Button } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { CHAT_LINES_ID } from '#app/shared/room/skip-targets.ts';
import { withTexts } from '#app/shared/language/with-texts.ts';
import { lazyPart } from '#app/shared/lazy-part.ts';
import { ChatLine } from './chat-line.tsx';
import type { ChatState } from '../state/chat-state.ts';
import { type HeldLines, linesToShow, type ShownLines } from './held-lines.ts';
import type { LineActs } from './line-acts.tsx';
import { moveBetweenLines } from './move-in-line.ts';
import { useFollowEnd } from './use-follow-end.ts';
import { usePacedReading } from './use-paced-reading.ts';
import type { OnPerson } from '../people/user-list.tsx';

const RefusedLine = lazyPart(withTexts(() => import('./refused-line.tsx')));

export interface MessageListProps {
  readonly chat: ChatState;
  readonly own: string | undefined;
  /** Known display names, by username. */
  readonly names: ReadonlyMap<string, string>;
  /** Stands above the first line: the performer's notice. */
  readonly welcome?: ReactNode;
  readonly onRetry: (clientId: string, text: string) => void;
  readonly onDrop: (clientId: string) => void;
  readonly onPerson: OnPerson;
  readonly acts?: LineActs;
}

/** Holds the lines being read further up, until the reader returns to the end. */
function useShownLines(chat: ChatState, isFollowing: boolean): ShownLines {
  const [held, setHeld] = useState<HeldLines>();
  if (isFollowing && held) setHeld(undefined);
  if (!isFollowing && !held) setHeld(chat);
  return linesToShow(chat, isFollowing ? undefined : (held ?? chat));
}

/** The lines of the room, newest at the bottom; all that can be seen while they arrive. */
export function MessageList(props: MessageListProps) {
  const { chat, own, names, welcome, onRetry, onDrop, onPerson, acts } = props;
  const { t } = useLingui();
  const hintId = useId();
  const last = chat.pending.at(-1)?.clientId ?? chat.entries.at(-1)?.id;
  // Older lines are added above: a reader at the end stays at the end.
  const { box, isFollowing, onScroll, jumpToEnd } = useFollowEnd(
    `${chat.entries[0]?.id} ${chat.entries.length} ${last}`,
  );
  const { entries, newCount } = useShownLines(chat, isFollowing);
  const { isBusy, cameLately } = usePacedReading(chat.received);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys go between its buttons */}
      <div
        ref={box}
        id={CHAT_LINES_ID}
        className="messages"
        role="log"
        aria-label={t`Messages`}
        aria-describedby={hintId}
        aria-live={isBusy ? 'off' : 'polite'}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={moveBetweenLines}
      >
        <div className="message message-system">{welcome ?? <Trans>Welcome. Be kind.</Trans>}</div>
        {entries.map((entry) => (
          <ChatLine
            key={entry.id}
            entry={entry}
            own={own}
            senderName={entry.kind === 'tip' ? names.get(entry.sender ?? '') : undefined}
            onPerson={onPerson}
            {...(acts && { acts })}
          />
        ))}
        {chat.pending.map((line) => {
          const onItsWay = <div className="message message-own text-ink-3">{line.text}</div>;
          return (
            <Suspense key={line.clientId} fallback={onItsWay}>
              {line.error ? <RefusedLine line={line} onRetry={onRetry} onDrop={onDrop} /> : onItsWay}
            </Suspense>
          );
        })}
        {!isFollowing && (
          <Button size="small" icon="arrow-down" className="messages-resume" onClick={jumpToEnd}>
            {newCount > 0 ? (
              <Plural value={newCount} one="# new line" other="# new lines" />
            ) : (
              <Trans>Newest lines</Trans>
            )}
          </Button>
        )}
      </div>
      <span id={hintId} hidden>
        <Trans>Arrow up and down move between lines, Escape returns.</Trans>
      </span>
      <output className="visually-hidden">
        {isBusy && cameLately > 0 && <Plural value={cameLately} one="# new line" other="# new lines" />}
      </output>
    </>
  );
}
