import { formatClock } from '@klieg/i18n';
import { Button, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useSecondsLeft } from '../../shared/use-seconds-left.ts';

export interface ResendEmailProps {
  /** When it may be sent again; null: now. */
  readonly resendAt: string | null;
  /** Reads the state again. */
  readonly onSent: () => void;
}

/** Sends the confirmation again, with the time that it takes until then (IDENTITY-018). */
export function ResendEmail({ resendAt, onSent }: ResendEmailProps) {
  const { t, i18n } = useLingui();
  const seconds = useSecondsLeft(resendAt === null ? null : Date.parse(resendAt));
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await lateApi.resendEmail();
      showToast({ content: t`Verification email resent.`, appearance: 'success' });
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
    setBusy(false);
    onSent();
  };
  const clock = formatClock(seconds);
  return (
    <Button kind="line" busy={isBusy} disabled={seconds > 0} onClick={() => void send()}>
      {seconds > 0 ? <Trans>Send again in {clock}</Trans> : <Trans>Send again</Trans>}
    </Button>
  );
}
