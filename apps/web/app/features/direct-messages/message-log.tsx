import { Button, ErrorBox, showToast } from '@klieg/ui';
import { formatDay } from '@klieg/i18n';
import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dropText, readTalk, sendPicture, sendText } from './message-center.ts';
import { MessageRow, PendingRow, type Writer } from './message-row.tsx';
import { firstUnread, layTalk } from './talk-layout.ts';
import type { PendingMessage, Talk, TalkMessage } from './talk-state.ts';

/** Distance from the end at which a reader still counts as being there, in pixels. */
const NEAR_END = 64;

// The server does not lay out; there the effect would only warn.
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Keeps the end in view for a reader who is there, and the position of one who reads older messages. */
function useScroll(talk: Talk) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const height = useRef(0);
  const first = talk.messages[0]?.id;
  const last = talk.pending.at(-1)?.clientId ?? talk.messages.at(-1)?.id;
  const lastFirst = useRef(first);
  const toEnd = useCallback(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);
  useBeforePaint(() => {
    const element = box.current;
    if (!element) return;
    if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    else if (first !== lastFirst.current) element.scrollTop += element.scrollHeight - height.current;
    lastFirst.current = first;
    height.current = element.scrollHeight;
  }, [first, last]);
  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    height.current = element.scrollHeight;
  };
  return { box, onScroll, toEnd };
}

export interface MessageLogProps {
  readonly username: string;
  readonly talk: Talk;
  readonly partner: Writer;
  readonly own: Writer;
  readonly onOpenPicture: (url: string) => void;
  readonly onDelete: (message: TalkMessage) => void;
  readonly onReport: (id: string) => void;
}

const again = (username: string, line: PendingMessage): void => {
  if (line.imageId === undefined) return sendText(username, line.text, line.clientId);
  dropText(username, line.clientId);
  sendPicture(username, line.text, line.imageId, line.preview ?? '');
};

/** Adds the messages before those that are known; asked for once at a time. */
function OlderMessages({ username }: { readonly username: string }) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const read = async () => {
    setBusy(true);
    const isThere = await readTalk(username, true);
    setBusy(false);
    if (!isThere)
      showToast({ content: t`The older messages did not load. Please try again.`, appearance: 'error' });
  };
  return (
    <Button size="small" kind="line" className="self-center" busy={isBusy} onClick={() => void read()}>
      <Trans>Older messages</Trans>
    </Button>
  );
}

/** The messages of one conversation, newest at the bottom, grouped by day; each conversation has its own. */
export function MessageLog({
  username,
  talk,
  partner,
  own,
  onOpenPicture,
  onDelete,
  onReport,
}: MessageLogProps) {
  const { t, i18n } = useLingui();
  const { box, onScroll, toEnd } = useScroll(talk);
  // Where the new ones began when the conversation was opened; reading them does not move it.
  const [newFrom, setNewFrom] = useState<string | null>();
  if (newFrom === undefined && talk.load === 'ready') setNewFrom(firstUnread(talk.messages) ?? null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pictures that come move the end
    <div
      ref={box}
      className="talk-log"
      role="log"
      aria-label={t`Messages`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
      onLoad={toEnd}
    >
      {talk.load === 'none' && (
        <output className="grid gap-3" aria-busy="true" aria-label={t`Loading messages`}>
          {[1, 2, 3].map((row) => (
            <div key={row} className="skeleton h-10" />
          ))}
        </output>
      )}
      {talk.load === 'failed' && (
        <ErrorBox
          title={<Trans>This conversation did not load</Trans>}
          onRetry={() => void readTalk(username)}
        />
      )}
      {talk.cursor !== null && <OlderMessages username={username} />}
      {talk.load === 'ready' && talk.messages.length === 0 && talk.pending.length === 0 && (
        <p className="talk-empty text-ink-2">
          <Trans>Nothing written yet. Say hello to {partner.name}.</Trans>
        </p>
      )}
      {layTalk(talk.messages, newFrom ?? undefined).map(({ message, isFirst, isNewDay, isNewFrom }) => (
        <Fragment key={message.id}>
          {isNewDay && (
            <div className="talk-day">
              <span className="label">{formatDay(message.at, i18n.locale)}</span>
            </div>
          )}
          {isNewFrom && (
            <div className="talk-day talk-new">
              <span className="label">
                <Trans>New</Trans>
              </span>
            </div>
          )}
          <MessageRow
            message={message}
            writer={message.isMine ? own : partner}
            isFirst={isFirst}
            onOpenPicture={onOpenPicture}
            onDelete={() => onDelete(message)}
            onReport={() => onReport(message.id)}
          />
        </Fragment>
      ))}
      {talk.pending.map((line) => (
        <PendingRow
          key={line.clientId}
          line={line}
          onRetry={() => again(username, line)}
          onDrop={() => dropText(username, line.clientId)}
        />
      ))}
    </div>
  );
}
