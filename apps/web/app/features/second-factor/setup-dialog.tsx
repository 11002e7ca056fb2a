import { Button, Dialog, Field } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, Suspense, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { withTexts } from '../../shared/language/with-texts.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { CodeInput } from '../../shared/password/code-input.tsx';

const SetupCode = lazyPart(withTexts(() => import('./setup-code.tsx')));

export interface SetupDialogProps {
  readonly setup: Answer<'setUpTwoFactor'>;
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** In groups of four, as people type it. */
const inGroups = (secret: string): string => (secret.match(/.{1,4}/gu) ?? []).join(' ');

/** The secret as a picture and as text, and its first code. */
export function SetupDialog({ setup, onEnabled, onClose }: SetupDialogProps) {
  const { t, i18n } = useLingui();
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    try {
      const answer = await lateApi.enableTwoFactor({ body: { setup_id: setup.setup_id, code } });
      onEnabled(answer.recovery_codes);
    } catch (error) {
      const isWrong = codeOf(error) === 'identity.two_factor_failed';
      setFault(isWrong ? t`That is not the current code. Try the next one.` : explainError(error, i18n));
      setBusy(false);
    }
  };
  return (
    <Dialog title={<Trans>Set up an authenticator app</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p>
          <Trans>Scan this with the app, or type the key into it.</Trans>
        </p>
        <div className="flex flex-wrap items-center gap-4">
          <Suspense fallback={<span className="skeleton size-50" aria-busy="true" />}>
            <SetupCode text={setup.otpauth_url} />
          </Suspense>
          <div className="min-w-0 grow basis-48">
            <span className="small text-ink-2">
              <Trans>Key</Trans>
            </span>
            <b className="figure block break-words select-all">{inGroups(setup.secret)}</b>
            <a className="text-link" href={setup.otpauth_url}>
              <Trans>Open in an app on this device</Trans>
            </a>
          </div>
        </div>
        <Field label={<Trans>Six-digit code that the app shows</Trans>} error={fault}>
          <CodeInput value={code} onChange={setCode} />
        </Field>
        <Button type="submit" kind="key" busy={isBusy} disabled={code.length < 6}>
          <Trans>Switch it on</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
