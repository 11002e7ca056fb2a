import { Button, Icon } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { canUsePasskeys } from '../../shared/passkeys/can-use-passkeys.ts';
import { useClientValue } from '../../shared/use-client-value.ts';

export interface PasskeyLoginProps {
  /** Whether the session is to outlast the browser, as it is chosen now. */
  readonly remember: () => boolean;
  readonly onDone: () => void;
  readonly onRefused: (error: unknown) => void;
}

/** Logging in by a passkey, without a name; nothing if the browser supports none. */
export function PasskeyLogin({ remember, onDone, onRefused }: PasskeyLoginProps) {
  const [isBusy, setBusy] = useState(false);
  // Most browsers can: the button is there from the first render, so that nothing moves.
  const canUse = useClientValue(canUsePasskeys, true);
  if (!canUse) return null;
  const logIn = async () => {
    setBusy(true);
    const { logInByPasskey, PasskeyNotGiven } = await import('../../shared/passkeys/passkeys.ts');
    try {
      await logInByPasskey(remember());
      onDone();
    } catch (error) {
      if (!(error instanceof PasskeyNotGiven)) onRefused(error);
      setBusy(false);
    }
  };
  return (
    <Button kind="line" size="large" full busy={isBusy} onClick={() => void logIn()}>
      <Icon name="fingerprint" size={16} />
      <Trans>Use a passkey</Trans>
    </Button>
  );
}
