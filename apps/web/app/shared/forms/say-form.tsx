import { Button, Field, Notice, TextArea } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { explainError } from '../errors/explain-error.ts';

export interface SayFormProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What the button says. */
  readonly action: ReactNode;
  readonly lengths: { readonly min: number; readonly max: number };
  /** Shown if the text is too short. */
  readonly tooShort: string;
  /** Its errors are shown in place. */
  readonly send: (text: string) => Promise<void>;
}

/** One text to send; the input stays until it has arrived. */
export function SayForm({ label, hint, action, lengths, tooShort, send }: SayFormProps) {
  const { i18n } = useLingui();
  const [text, setText] = useState('');
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isShort = text.trim().length < lengths.min;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (isShort) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await send(text.trim());
    } catch (error) {
      setFailure(explainError(error, i18n));
    }
    setBusy(false);
  };
  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={label} hint={hint} error={isSent && isShort ? tooShort : undefined}>
        <TextArea
          rows={4}
          maxLength={lengths.max}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      <Button type="submit" kind="key" busy={isBusy}>
        {action}
      </Button>
    </form>
  );
}
