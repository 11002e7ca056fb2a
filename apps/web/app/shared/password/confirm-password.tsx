import { Button, Dialog, Field, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { lateApi } from '../api/late-client.ts';
import { codeOf, explainError } from '../errors/explain-error.ts';
import { canUsePasskeys } from '../passkeys/can-use-passkeys.ts';
import { givePasskey, PasskeyNotGiven } from '../passkeys/passkeys.ts';
import { useFocusFirst } from '../forms/use-focus-first.ts';
import { useLoaded } from '../use-loaded.ts';
import { CodeInput } from './code-input.tsx';

export interface ConfirmPasswordProps {
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

type Way = 'password' | 'code';

/** One sentence about the refusal; undefined if there was none, or the browser's question was dismissed. */
function useFault(error: unknown, way: Way): string | undefined {
  const { t, i18n } = useLingui();
  if (error === undefined || error instanceof PasskeyNotGiven) return undefined;
  if (codeOf(error) !== 'identity.bad_credentials') return explainError(error, i18n);
  return way === 'password' ? t`That is not your password.` : t`That is not the current code.`;
}

/**
 * Asks for the password again, or another proof of the account; afterwards protected actions are open for a quarter of
 * an hour.
 */
export function ConfirmPassword({ onConfirmed, onClose }: ConfirmPasswordProps) {
  const [way, setWay] = useState<Way>('password');
  const [given, setGiven] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const { state } = useLoaded('two-factor', (signal) => lateApi.getTwoFactor({ signal }));
  const own = state.kind === 'ready' ? state.value : undefined;
  const confirm = async (prove: () => Promise<unknown>) => {
    setBusy(true);
    setError(undefined);
    try {
      await prove();
      onConfirmed();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may be part of a form, which would be sent along with this one.
    event.stopPropagation();
    void confirm(() => api.sudo({ body: way === 'password' ? { password: given } : { code: given } }));
  };
  const change = (to: Way) => {
    setWay(to);
    setGiven('');
    setError(undefined);
  };
  const fault = useFault(error, way);
  const form = useFocusFirst(way);
  return (
    <Dialog title={<Trans>Confirm that it is you</Trans>} onClose={onClose}>
      <form ref={form} className="grid gap-4" onSubmit={submit}>
        {way === 'password' ? (
          <Field label={<Trans>Password</Trans>} error={fault}>
            <Input
              type="password"
              autoComplete="current-password"
              value={given}
              required
              onChange={(event) => setGiven(event.target.value)}
            />
          </Field>
        ) : (
          <Field label={<Trans>Code from your authenticator app</Trans>} error={fault}>
            <CodeInput value={given} onChange={setGiven} />
          </Field>
        )}
        <Button type="submit" kind="key" busy={isBusy} disabled={given === ''}>
          <Trans>Confirm</Trans>
        </Button>
        {own?.enabled && (
          <Button kind="text" onClick={() => change(way === 'password' ? 'code' : 'password')}>
            {way === 'password' ? <Trans>Use a code</Trans> : <Trans>Use the password</Trans>}
          </Button>
        )}
        {own && own.passkeys.length > 0 && canUsePasskeys() && (
          <Button
            kind="line"
            disabled={isBusy}
            onClick={() => void confirm(async () => api.sudo({ body: { passkey: await givePasskey() } }))}
          >
            <Trans>Use a passkey</Trans>
          </Button>
        )}
      </form>
    </Dialog>
  );
}
