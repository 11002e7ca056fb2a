import { Button, Dialog, Field, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { canUsePasskeys } from '../../shared/passkeys/can-use-passkeys.ts';
import { givePasskey, PasskeyNotGiven } from '../../shared/passkeys/passkeys.ts';

export interface SwitchOffDialogProps {
  readonly hasPasskey: boolean;
  /** Does something that may ask for the password first. Never rejects. */
  readonly confirmed: (act: () => Promise<unknown>) => Promise<void>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

type Proof = Parameters<typeof lateApi.disableTwoFactor>[0]['body'];

/** Switching the second step off takes one last code, or a passkey. */
export function SwitchOffDialog({ hasPasskey, confirmed, onDone, onClose }: SwitchOffDialogProps) {
  const { t, i18n } = useLingui();
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const switchOff = async (prove: () => Promise<Proof>) => {
    setBusy(true);
    setFault(undefined);
    await confirmed(async () => {
      try {
        await lateApi.disableTwoFactor({ body: await prove() });
      } catch (error) {
        if (codeOf(error) === 'common.sudo_required') throw error;
        if (error instanceof PasskeyNotGiven) return;
        const isWrong = codeOf(error) === 'identity.two_factor_failed';
        setFault(isWrong ? t`That code was not accepted.` : explainError(error, i18n));
        return;
      }
      onDone();
    });
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void switchOff(async () => ({ code }));
  };
  return (
    <Dialog title={<Trans>Switch off two-step login?</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <p>
          <Trans>Your password alone will log you in, and your recovery codes stop working.</Trans>
        </p>
        <Field label={<Trans>Code from the app, or a recovery code</Trans>} error={fault}>
          <Input
            autoCapitalize="none"
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={20}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <Button type="submit" kind="danger" busy={isBusy} disabled={code.trim().length < 6}>
          <Trans>Switch it off</Trans>
        </Button>
        {hasPasskey && canUsePasskeys() && (
          <Button
            kind="line"
            disabled={isBusy}
            onClick={() => void switchOff(async () => ({ passkey: await givePasskey() }))}
          >
            <Trans>Use a passkey</Trans>
          </Button>
        )}
      </form>
    </Dialog>
  );
}
