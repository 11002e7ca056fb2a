import { Button, Field, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import type { SaveControl } from '../../shared/settings/use-save.ts';
import { readPhoneNumber } from './phone-number.ts';

export interface NumberFormProps {
  readonly hasNumber: boolean;
  readonly save: SaveControl;
  /** The number has been changed or taken away. */
  readonly onSaved: () => void;
}

/** Saves another number, or takes it away. */
export function NumberForm({ hasNumber, save, onSaved }: NumberFormProps) {
  const { t } = useLingui();
  const submitType = useSubmitType();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const put = async (user_phone_number: string | null) => {
    if (!(await save.save({ user_phone_number }))) return;
    setTyped('');
    onSaved();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const number = readPhoneNumber(typed);
    setWrong(number === undefined);
    if (number !== undefined) await put(number);
  };
  return (
    <form method="post" className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={hasNumber ? <Trans>New phone number</Trans> : <Trans>Phone number</Trans>}
        hint={<Trans>With country code, such as +49 151 2345678</Trans>}
        error={isWrong ? t`A phone number begins with + and its country code, such as +49.` : undefined}
      >
        <Input
          type="tel"
          autoComplete="tel"
          maxLength={30}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type={submitType} busy={save.state.kind === 'saving'} disabled={typed.trim() === ''}>
          <Trans>Save number</Trans>
        </Button>
        {hasNumber && (
          <Button kind="line" disabled={save.state.kind === 'saving'} onClick={() => void put(null)}>
            <Trans>Remove number</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}
