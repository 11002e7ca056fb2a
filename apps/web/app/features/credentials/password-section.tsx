import { Button, Field } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { setCsrf } from '../../shared/api/csrf.ts';
import { codeOf } from '../../shared/errors/explain-error.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { PasswordInput } from '../../shared/password/password-input.tsx';
import { PASSWORD_MIN } from '../../shared/password/password-strength.ts';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';
import { NewPasswordField } from './new-password-field.tsx';

type Fault = 'current' | 'short' | 'weak';

const FAULT_OF_CODE: Readonly<Record<string, Fault>> = {
  'identity.bad_credentials': 'current',
  'identity.password_weak': 'weak',
};

/** A new password, for somebody who knows the current one. */
export function PasswordSection({ onChanged }: { readonly onChanged: () => void }) {
  const { t } = useLingui();
  const { state, run } = useSave();
  const submitType = useSubmitType();
  const username = useMember()?.user.username ?? '';
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<Fault>();
  const change = async () => {
    try {
      const { csrf } = await lateApi.changePassword({ body: { current_password: current, password } });
      setCsrf(csrf);
    } catch (error) {
      setFault(FAULT_OF_CODE[codeOf(error) ?? '']);
      throw error;
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password.length < PASSWORD_MIN) return setFault('short');
    setFault(undefined);
    if (!(await run(change))) return;
    setCurrent('');
    setPassword('');
    onChanged();
  };
  return (
    <SettingsSection
      title={<Trans>Password</Trans>}
      note={<Trans>Other devices are logged out when it changes.</Trans>}
      state={state}
    >
      <form method="post" className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
        {/* Password managers look for the name that the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <div className="settings-pair">
          <Field
            label={<Trans>Current password</Trans>}
            error={fault === 'current' ? t`That is not your password.` : undefined}
          >
            <PasswordInput
              autoComplete="current-password"
              maxLength={128}
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          </Field>
          <NewPasswordField
            value={password}
            onChange={setPassword}
            username={username}
            error={
              fault === 'short'
                ? t`At least 8 characters.`
                : fault === 'weak'
                  ? t`Please choose a stronger password.`
                  : undefined
            }
          />
        </div>
        <div>
          <Button
            type={submitType}
            kind="key"
            busy={state.kind === 'saving'}
            disabled={current === '' || password === ''}
          >
            <Trans>Change password</Trans>
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}
