import type { SupportThreadLine } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, Count, ErrorBox, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { lateApi } from '../../shared/api/late-client.ts';
import { ReplyForm } from './reply-form.tsx';
import { ThreadMessages } from './thread-messages.tsx';
import { STATES, TOPICS } from './topic-words.ts';
import { useThread } from './use-threads.ts';

const Waiting = () => <output className="skeleton block h-40" aria-busy="true" />;

/** One conversation, with a reply form. */
export function OwnThread({ id, onBack }: { readonly id: string; readonly onBack: () => void }) {
  const { t } = useLingui();
  const { state, reload } = useThread(id);
  const send = async (text: string) => {
    await lateApi.answerSupportThread({ params: { id }, body: { text } });
    reload();
  };
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3">
        <Button kind="text" size="small" onClick={onBack}>
          <Trans>All conversations</Trans>
        </Button>
        {state.kind === 'ready' && (
          <Tag tone={STATES[state.value.state][1]}>{t(STATES[state.value.state][0])}</Tag>
        )}
      </div>
      {state.kind === 'loading' && <Waiting />}
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>The conversation did not load</Trans>} onRetry={reload} />
      )}
      {state.kind === 'ready' && (
        <>
          <ThreadMessages
            messages={state.value.messages.map(({ from, text, at }) => ({
              isOwn: from === 'me',
              by: from === 'me' ? t`You` : t`Support`,
              text,
              at,
            }))}
          />
          {state.value.state === 'closed' && (
            <p className="text-ink-2">
              <Trans>This conversation is closed. Write again to reopen it.</Trans>
            </p>
          )}
          <ReplyForm onSend={send} />
        </>
      )}
    </div>
  );
}

export interface ThreadLinesProps {
  readonly items: readonly SupportThreadLine[];
  readonly onOpen: (id: string) => void;
}

/** The list of conversations, the one that moved last first. */
export function ThreadLines({ items, onOpen }: ThreadLinesProps) {
  const { t, i18n } = useLingui();
  return (
    <ul>
      {items.map(({ id, number, topic, state, unread, updated_at: at }) => (
        <li key={id}>
          <button type="button" className="support-line" onClick={() => onOpen(id)}>
            <span className="grow">
              <b className="block">
                {t(TOPICS[topic])} <span className="figure small">{number}</span>
              </b>
              <time className="small text-ink-2" dateTime={at}>
                {formatDayTime(at, i18n.locale)}
              </time>
            </span>
            {unread > 0 && (
              <>
                <Count>{unread}</Count>
                <span className="visually-hidden">{t`unread`}</span>
              </>
            )}
            <Tag tone={STATES[state][1]}>{t(STATES[state][0])}</Tag>
          </button>
        </li>
      ))}
    </ul>
  );
}
