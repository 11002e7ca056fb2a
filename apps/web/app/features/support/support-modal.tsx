import { Button, Dialog, ErrorBox, Field, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { OwnThread, ThreadLines } from './own-threads.tsx';
import { ReplyForm } from './reply-form.tsx';
import { TOPICS } from './topic-words.ts';
import { useThreads } from './use-threads.ts';

type Topic = keyof typeof TOPICS;

/** A first message, with its topic. */
function NewThread({ onSent }: { readonly onSent: (id: string) => void }) {
  const { t } = useLingui();
  const [topic, setTopic] = useState<Topic>('other');
  const send = async (text: string) =>
    onSent((await lateApi.openSupportThread({ body: { topic, text } })).id);
  return (
    <div className="grid gap-4">
      <Field label={<Trans>What is it about?</Trans>}>
        <Select value={topic} onChange={(event) => setTopic(event.target.value as Topic)}>
          {Object.entries(TOPICS).map(([key, words]) => (
            <option key={key} value={key}>
              {t(words)}
            </option>
          ))}
        </Select>
      </Field>
      <ReplyForm onSend={send} />
    </div>
  );
}

/** Conversations with support in a dialog, which nothing but a press opens (SHELL-002). */
export default function SupportModal({ onClose }: { readonly onClose: () => void }) {
  const threads = useThreads();
  const [open, setOpen] = useState<string>();
  const { state, reload } = threads;
  const back = () => {
    setOpen(undefined);
    reload();
  };
  const isFirst = state.kind === 'ready' && state.value.length === 0;
  return (
    <Dialog title={<Trans>Support</Trans>} onClose={onClose}>
      {state.kind === 'loading' && <output className="skeleton block h-40" aria-busy="true" />}
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>Your conversations did not load</Trans>} onRetry={reload} />
      )}
      {state.kind === 'ready' && open === undefined && !isFirst && (
        <div className="grid gap-4">
          <ThreadLines items={state.value} onOpen={setOpen} />
          <Button onClick={() => setOpen('new')}>
            <Trans>New conversation</Trans>
          </Button>
        </div>
      )}
      {(open === 'new' || (isFirst && open === undefined)) && (
        <div className="grid gap-4">
          {!isFirst && (
            <Button kind="text" size="small" className="justify-self-start" onClick={back}>
              <Trans>All conversations</Trans>
            </Button>
          )}
          <p className="text-ink-2">
            <Trans>A person reads it and answers here, and by email.</Trans>
          </p>
          <NewThread onSent={setOpen} />
        </div>
      )}
      {open !== undefined && open !== 'new' && <OwnThread key={open} id={open} onBack={back} />}
    </Dialog>
  );
}
