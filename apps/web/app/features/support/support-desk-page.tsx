import type { DeskThread, DeskThreadLine } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, Empty, Notice, Segments, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { deskApi, DeskMore, DeskSection, useDesk, useDeskPages } from '../money-desk/index.ts';
import { ReplyForm } from './reply-form.tsx';
import { ThreadMessages } from './thread-messages.tsx';
import { STATES, TOPICS } from './topic-words.ts';
import './support.css';

type State = DeskThreadLine['state'];

/** One conversation, with a field for the answer and a way to close it. */
function Conversation({
  thread,
  onChanged,
}: {
  readonly thread: DeskThread;
  readonly onChanged: () => void;
}) {
  const { t, i18n } = useLingui();
  const [failure, setFailure] = useState<string>();
  const params = { id: thread.id };
  const answer = async (text: string) => {
    await deskApi.answerDeskThread({ params, body: { text, close: false } });
    onChanged();
  };
  const close = () =>
    openModal('confirm', {
      title: t`Close this conversation?`,
      text: t`Its sender sees that it is closed, and can reopen it by writing.`,
      yes: t`Close it`,
      isHarmless: true,
      onYes: () => {
        setFailure(undefined);
        deskApi
          .answerDeskThread({ params, body: { close: true } })
          .then(onChanged, (error: unknown) => setFailure(explainError(error, i18n)));
      },
    });
  return (
    <div className="grid gap-4 p-4">
      <p className="text-ink-2">
        {thread.username ?? <Trans>A guest</Trans>} · {thread.email ?? <Trans>no address</Trans>}
        {thread.order_id !== null && ` · ${thread.order_id}`}
      </p>
      <ThreadMessages
        messages={thread.messages.map(({ from, by, text, at }) => ({
          isOwn: from === 'staff',
          by: by ?? (from === 'staff' ? t`Staff` : t`Guest`),
          text,
          at,
        }))}
      />
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      <ReplyForm
        onSend={answer}
        actions={
          thread.state !== 'closed' && (
            <Button kind="line" onClick={close}>
              <Trans>Close the conversation</Trans>
            </Button>
          )
        }
      />
    </div>
  );
}

function OpenThread({ id, onBack }: { readonly id: string; readonly onBack: () => void }) {
  const desk = useDesk(id, (signal) => deskApi.getDeskThread({ params: { id }, signal }));
  return (
    <>
      <Button kind="text" size="small" className="m-4" onClick={onBack}>
        <Trans>Back to the inbox</Trans>
      </Button>
      <DeskSection desk={desk}>
        {(thread) => <Conversation thread={thread} onChanged={desk.reload} />}
      </DeskSection>
    </>
  );
}

function Line({ thread, onOpen }: { readonly thread: DeskThreadLine; readonly onOpen: () => void }) {
  const { t, i18n } = useLingui();
  return (
    <li>
      <button type="button" className="support-line" onClick={onOpen}>
        <span className="min-w-0 grow">
          <b className="block truncate">
            {thread.username ?? t`Guest`} · {t(TOPICS[thread.topic])}
          </b>
          <span className="small block truncate text-ink-2">{thread.text}</span>
        </span>
        <time className="small text-ink-2 max-tablet:hidden" dateTime={thread.updated_at}>
          {formatDayTime(thread.updated_at, i18n.locale)}
        </time>
        <Tag tone={STATES[thread.state][1]}>{t(STATES[thread.state][0])}</Tag>
      </button>
    </li>
  );
}

/** `/admin/support`: what people have written to support, read and answered by staff. */
export function SupportDeskPage() {
  const { t } = useLingui();
  const [state, setState] = useState<State>('open');
  const [open, setOpen] = useState<string>();
  const read = useCallback(
    (cursor: string | undefined, signal: AbortSignal) =>
      deskApi.listDeskThreads({ query: { state, ...(cursor && { cursor }) }, signal }),
    [state],
  );
  const desk = useDeskPages<DeskThreadLine>(read);
  if (open !== undefined)
    return (
      <OpenThread
        key={open}
        id={open}
        onBack={() => {
          setOpen(undefined);
          desk.reload();
        }}
      />
    );
  return (
    <section>
      <div className="module-head flex-wrap px-4 py-3">
        <h2 className="grow">
          <Trans>Support</Trans>
        </h2>
        <Segments
          label={t`Which conversations`}
          value={state}
          options={(['open', 'answered', 'closed'] as const).map((value) => ({
            value,
            text: t(STATES[value][0]),
          }))}
          onChange={setState}
        />
      </div>
      <DeskSection desk={desk}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={<Trans>Nothing here</Trans>}>
              <Trans>Open, answered and closed conversations each have their own list.</Trans>
            </Empty>
          ) : (
            <>
              <ul className="px-4">
                {items.map((thread) => (
                  <Line key={thread.id} thread={thread} onOpen={() => setOpen(thread.id)} />
                ))}
              </ul>
              <DeskMore pages={desk} />
            </>
          )
        }
      </DeskSection>
    </section>
  );
}
