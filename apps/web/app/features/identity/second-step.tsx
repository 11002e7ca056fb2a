import { Button, Field, Input, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { canUsePasskeys } from '../../shared/passkeys/can-use-passkeys.ts';
import { givePasskey, PasskeyNotGiven } from '../../shared/passkeys/passkeys.ts';
import { useFocusFirst } from '../../shared/forms/use-focus-first.ts';
import { CodeInput } from '../../shared/password/code-input.tsx';

export interface SecondStepProps {
  readonly step: NonNullable<Answer<'login'>['two_factor']>;
  /** The session has begun. */
  readonly onDone: () => void;
  /** Back to name and password, because the step is over or not wanted. */
  readonly onBack: () => void;
}

type Way = 'totp' | 'recovery';
type Proof = Parameters<typeof lateApi.passSecondStep>[0]['body'];

/** The refusal in words; undefined if the browser's question was only dismissed. */
function useRefusal(error: unknown): string | undefined {
  const { t, i18n } = useLingui();
  if (error === undefined || error instanceof PasskeyNotGiven) return undefined;
  return codeOf(error) === 'identity.two_factor_failed'
    ? t`That code was not accepted. Each works once; wait for the next one.`
    : explainError(error, i18n);
}

/** Shows a code or a passkey, after which the log-in continues. */
function useProof({ step, onDone }: SecondStepProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const give = async (make: () => Promise<Omit<Proof, 'challenge_id'>>): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      await lateApi.passSecondStep({ body: { challenge_id: step.challenge_id, ...(await make()) } });
      onDone();
      return true;
    } catch (failure) {
      setError(failure);
      setBusy(false);
      return false;
    }
  };
  return { isBusy, error, give, forget: () => setError(undefined) };
}

const Head = ({ way }: { readonly way: Way }) => (
  <>
    <div className="progress-steps" aria-hidden="true">
      <i className="is-on" />
      <i className="is-on" />
    </div>
    <div>
      <h2 className="text-t4">
        <Trans>Two-step login</Trans>
      </h2>
      <p className="text-ink-2">
        {way === 'totp' ? (
          <Trans>Type the six digits from your authenticator app. The code changes every 30 seconds.</Trans>
        ) : (
          <Trans>Type one of the recovery codes that you saved. Each works once.</Trans>
        )}
      </p>
    </div>
  </>
);

const Over = ({ onBack }: Pick<SecondStepProps, 'onBack'>) => (
  <Notice
    tone="bad"
    title={<Trans>This login attempt has expired</Trans>}
    action={
      <Button kind="line" onClick={onBack}>
        <Trans>Start again</Trans>
      </Button>
    }
  >
    <Trans>It took more than five minutes, or too many codes were wrong.</Trans>
  </Notice>
);

interface OtherWaysProps extends Pick<SecondStepProps, 'step' | 'onBack'> {
  readonly way: Way;
  readonly isBusy: boolean;
  readonly onWay: (way: Way) => void;
  readonly onPasskey: () => void;
}

/** Alternatives to what is asked for, and the way back. */
const OtherWays = ({ step, way, isBusy, onWay, onPasskey, onBack }: OtherWaysProps) => (
  <div className="grid gap-2">
    {step.methods.includes('passkey') && canUsePasskeys() && (
      <Button kind="line" full disabled={isBusy} onClick={onPasskey}>
        <Trans>Use a passkey</Trans>
      </Button>
    )}
    {way === 'recovery' ? (
      <Button kind="text" full onClick={() => onWay('totp')}>
        <Trans>Use the authenticator app</Trans>
      </Button>
    ) : (
      step.methods.includes('recovery') && (
        <Button kind="text" full onClick={() => onWay('recovery')}>
          <Trans>Use a recovery code</Trans>
        </Button>
      )
    )}
    <Button kind="text" full onClick={onBack}>
      <Trans>Back</Trans>
    </Button>
  </div>
);

/** A log-in that needs more than the password: a code of the app, a recovery code or a passkey. */
export default function SecondStep(props: SecondStepProps) {
  const { step, onBack } = props;
  const [way, setWay] = useState<Way>('totp');
  const [code, setCode] = useState('');
  const { isBusy, error, give, forget } = useProof(props);
  const refusal = useRefusal(error);
  const form = useFocusFirst(way);
  const isOver = codeOf(error) === 'identity.challenge_expired';
  const send = async (given: string) => {
    if (!(await give(async () => ({ method: way, code: given })))) setCode('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(code);
  };
  const change = (to: Way) => {
    setWay(to);
    setCode('');
    forget();
  };
  if (isOver) return <Over onBack={onBack} />;
  return (
    <form ref={form} method="post" className="form" noValidate onSubmit={submit}>
      <Head way={way} />
      {way === 'totp' ? (
        <Field label={<Trans>Six-digit code</Trans>} error={refusal}>
          <CodeInput
            value={code}
            onChange={(digits) => {
              setCode(digits);
              if (digits.length === 6 && !isBusy) void send(digits);
            }}
          />
        </Field>
      ) : (
        <Field label={<Trans>Recovery code</Trans>} error={refusal}>
          <Input
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      )}
      <Button type="submit" kind="key" size="large" full busy={isBusy} disabled={code.trim().length < 6}>
        <Trans>Confirm</Trans>
      </Button>
      <OtherWays
        step={step}
        way={way}
        isBusy={isBusy}
        onWay={change}
        onPasskey={() => void give(async () => ({ method: 'passkey', passkey: await givePasskey() }))}
        onBack={onBack}
      />
    </form>
  );
}
