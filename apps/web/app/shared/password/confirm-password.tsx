import { Button, Dialog, Field, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { codeOf, explainError } from '../errors/explain-error.ts';

export interface ConfirmPasswordProps {
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

/** Asks who sits there for the password again; what needs it is open for a quarter of an hour. */
export function ConfirmPassword({ onConfirmed, onClose }: ConfirmPasswordProps) {
  const { i18n } = useLingui();
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await api.sudo({ body: { password } });
      onConfirmed();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const isWrong = codeOf(error) === 'identity.bad_credentials';
  return (
    <Dialog title={<Trans>Confirm that it is you</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field
          label={<Trans>Password</Trans>}
          error={
            isWrong ? (
              <Trans>That is not your password.</Trans>
            ) : error === undefined ? undefined : (
              explainError(error, i18n)
            )
          }
        >
          <Input
            type="password"
            autoComplete="current-password"
            value={password}
            required
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" kind="key" busy={isBusy} disabled={password === ''}>
          <Trans>Confirm</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
