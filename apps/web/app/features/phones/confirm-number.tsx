import { CallError } from '@klieg/contract/client';
import { Button, Field } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { CodeInput } from '../../shared/password/code-input.tsx';

const HOUR_SECONDS = 3_600;

/** Hours until the next code of a day, where the day's are used up; the limit of calls is over within a minute. */
function hoursToWait(error: unknown): number | undefined {
  if (codeOf(error) !== 'common.rate_limited' || !(error instanceof CallError)) return undefined;
  const seconds = Number(error.body?.params['retry_after_seconds']);
  return seconds > 60 ? Math.ceil(seconds / HOUR_SECONDS) : undefined;
}

interface CodeFormProps {
  /** How often a code was sent: the field takes the focus for each. */
  readonly sent: number;
  readonly number: string;
  readonly onConfirmed: () => void;
}

function CodeForm({ sent, number, onConfirmed }: CodeFormProps) {
  const { t, i18n } = useLingui();
  const submitType = useSubmitType();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  // Focus moves here after the press; the description below is read out with the field.
  useEffect(() => field.current?.focus(), [sent]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    try {
      await lateApi.confirmPhone({ body: { code } });
      onConfirmed();
    } catch (error) {
      const isWrong = codeOf(error) === 'identity.two_factor_failed';
      setFault(
        isWrong ? t`That code was not accepted: it is wrong, expired or used.` : explainError(error, i18n),
      );
      setBusy(false);
      field.current?.select();
    }
  };
  return (
    <form method="post" className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={<Trans>Code from the text message</Trans>}
        hint={<Trans>It is on its way to {number} and works for 10 minutes.</Trans>}
        error={fault}
      >
        <CodeInput ref={field} value={code} onChange={setCode} />
      </Field>
      <div>
        <Button type={submitType} kind="key" busy={isBusy} disabled={code.length < 6}>
          <Trans>Confirm</Trans>
        </Button>
      </div>
    </form>
  );
}

export interface ConfirmNumberProps {
  /** Its last digits. */
  readonly number: string;
  readonly onConfirmed: () => void;
}

/** Sends a code to a number and takes it. */
export function ConfirmNumber({ number, onConfirmed }: ConfirmNumberProps) {
  const { t, i18n } = useLingui();
  const [sent, setSent] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const send = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      await lateApi.sendPhoneCode({ body: {} });
      setSent((count) => count + 1);
    } catch (error) {
      const hours = hoursToWait(error);
      setFault(
        hours === undefined
          ? explainError(error, i18n)
          : t`You have used your three codes for the day. Hours until the next one: ${hours}.`,
      );
    }
    setBusy(false);
  };
  return (
    <div className="grid gap-3">
      {sent > 0 && <CodeForm sent={sent} number={number} onConfirmed={onConfirmed} />}
      <div>
        <Button kind="line" busy={isBusy} onClick={() => void send()}>
          {sent > 0 ? <Trans>Send another code</Trans> : <Trans>Send a code to confirm it</Trans>}
        </Button>
      </div>
      {/* Exists before it has text, so that screen readers announce it. */}
      <output className="small text-ink-2">{fault}</output>
    </div>
  );
}
