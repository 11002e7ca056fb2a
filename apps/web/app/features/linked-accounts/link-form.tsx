import { Button, Field, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf } from '../../shared/errors/explain-error.ts';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { CodeInput } from '../../shared/password/code-input.tsx';
import { useConfirmed } from '../../shared/password/use-confirmed.tsx';
import { PasswordInput } from '../../shared/password/password-input.tsx';
import { useCaptcha } from '../../shared/puzzle/use-captcha.tsx';
import type { SaveControl } from '../../shared/settings/use-save.ts';

export interface LinkFormProps {
  readonly save: SaveControl;
  readonly onLinked: (items: Answer<'linkAccount'>['items']) => void;
}

type Fault = 'password' | 'code';

const FAULT_OF_CODE: Readonly<Record<string, Fault>> = {
  'identity.bad_credentials': 'password',
  'identity.two_factor_failed': 'code',
};

/** Name and password of another own account, and its code if it has a second step. */
export function LinkForm({ save, onLinked }: LinkFormProps) {
  const { t } = useLingui();
  const submitType = useSubmitType();
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  /** The other account has a second step, as its right password has shown. */
  const [needsCode, setNeedsCode] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const [isBusy, setBusy] = useState(false);
  const { ask, work } = useCaptcha();
  const { question, run } = useConfirmed((error) => {
    const found = FAULT_OF_CODE[codeOf(error) ?? ''];
    setNeedsCode(needsCode || found === 'code');
    setFault(found);
    setCode('');
    void save.run(() => Promise.reject(error as Error));
  });
  const link = async () => {
    setBusy(true);
    try {
      const given = { login: login.trim(), password, ...(code !== '' && { code }) };
      const { items } = await ask((captcha) => lateApi.linkAccount({ body: { ...given, ...captcha } }));
      await save.run(() => Promise.resolve(onLinked(items)));
    } finally {
      setBusy(false);
    }
    setLogin('');
    setPassword('');
    setCode('');
    setNeedsCode(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFault(undefined);
    void run(link);
  };
  return (
    <>
      {question}
      <form method="post" className="grid gap-3" noValidate onSubmit={submit}>
        <div className="settings-pair">
          <Field label={<Trans>Username or email of the other account</Trans>}>
            <Input
              autoComplete="off"
              autoCapitalize="none"
              maxLength={254}
              value={login}
              onChange={(event) => setLogin(event.target.value)}
            />
          </Field>
          <Field
            label={<Trans>Its password</Trans>}
            error={fault === 'password' ? t`Name and password do not match.` : undefined}
          >
            <PasswordInput
              autoComplete="off"
              maxLength={128}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
        </div>
        {needsCode && (
          <Field
            label={<Trans>Six-digit code from its authenticator app</Trans>}
            error={fault === 'code' ? t`Type the code that the app shows now.` : undefined}
          >
            <CodeInput value={code} onChange={setCode} />
          </Field>
        )}
        <div>
          <Button
            type={submitType}
            kind="key"
            busy={isBusy}
            disabled={login.trim() === '' || password === ''}
          >
            <Trans>Link the account</Trans>
          </Button>
        </div>
        {work}
      </form>
    </>
  );
}
