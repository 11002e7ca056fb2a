import { Button, Field, Input, TextArea } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useSubmitType } from '../forms/use-submit-type.ts';

export interface DraftFieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly value: string;
  readonly lengthMin?: number;
  readonly lengthMax: number;
  readonly rows?: number;
  /** Answers whether it was taken; the text stays where it was not. */
  readonly onSave: (text: string) => Promise<boolean>;
  /** What else can be done with a value that is set. */
  readonly end?: ReactNode;
}

/** A text that is saved by its button, since it is not whole before. */
export function DraftField(props: DraftFieldProps) {
  const { label, hint, value, lengthMin = 0, lengthMax, rows, onSave, end } = props;
  const submitType = useSubmitType();
  const [draft, setDraft] = useState<string>();
  const text = draft ?? value;
  const isShort = text.trim() !== '' && text.trim().length < lengthMin;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isShort || draft === undefined) return;
    const sent = draft;
    if (await onSave(sent.trim())) setDraft((now) => (now === sent ? undefined : now));
  };
  return (
    <form method="post" className="grid gap-2" onSubmit={(event) => void submit(event)}>
      <Field
        label={label}
        hint={hint}
        {...(isShort && { error: <Trans>At least {lengthMin} characters.</Trans> })}
      >
        {rows === undefined ? (
          <Input
            value={text}
            maxLength={lengthMax}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setDraft(event.target.value)}
          />
        ) : (
          <TextArea
            rows={rows}
            value={text}
            maxLength={lengthMax}
            onChange={(event) => setDraft(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type={submitType} size="small" disabled={draft === undefined || isShort}>
          <Trans>Save</Trans>
        </Button>
        {end}
      </div>
    </form>
  );
}
