import { Button, Field, Notice, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { api } from '#app/shared/api/client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { useSubmitType } from '#app/shared/forms/use-submit-type.ts';

const REASON_MAX = 500;

/** Asks a room to lift one's ban. */
export function UnbanForm({ room }: { readonly room: string }) {
  const { i18n } = useLingui();
  const submitType = useSubmitType();
  const [reason, setReason] = useState('');
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reason.trim() || state === 'busy') return;
    setState('busy');
    setError(undefined);
    api.requestUnban({ params: { username: room }, body: { reason: reason.trim() } }).then(
      () => setState('sent'),
      (fault: unknown) => {
        setState('open');
        setError(explainError(fault, i18n));
      },
    );
  };
  if (state === 'sent')
    return (
      <Notice tone="ok" title={<Trans>Your request is sent</Trans>}>
        <Trans>You get a notice when the room has decided.</Trans>
      </Notice>
    );
  return (
    <form method="post" className="grid gap-3" onSubmit={submit}>
      <Field
        label={<Trans>Ask to come back</Trans>}
        hint={<Trans>Say what happened. The streamer and the room’s moderators will read it.</Trans>}
        error={error}
      >
        <TextArea
          rows={3}
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <Button kind="key" type={submitType} disabled={!reason.trim() || state === 'busy'}>
        <Trans>Send the request</Trans>
      </Button>
    </form>
  );
}
