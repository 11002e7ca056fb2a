import { Button, Field, Notice, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';

const TEXT_MAX = 4_000;

export interface ReplyFormProps {
  /** Sends it; on rejection the error is shown, and the text stays. */
  readonly onSend: (text: string) => Promise<unknown>;
  readonly actions?: React.ReactNode;
}

/** A field for one more message. */
export function ReplyForm({ onSend, actions }: ReplyFormProps) {
  const { i18n } = useLingui();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onSend(text.trim());
      setText('');
    } catch (error) {
      setFailure(explainError(error, i18n));
    }
    setBusy(false);
  };
  return (
    <form className="support-write" method="post" onSubmit={(event) => void send(event)}>
      <Field label={<Trans>Your message</Trans>}>
        <TextArea
          rows={3}
          maxLength={TEXT_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      <div className="flex gap-2">
        <Button type="submit" kind="key" busy={isBusy} disabled={text.trim() === ''}>
          <Trans>Send</Trans>
        </Button>
        {actions}
      </div>
    </form>
  );
}
