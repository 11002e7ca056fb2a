import { Field } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { PasswordInput } from '../../shared/password/password-input.tsx';
import { StrengthBars } from '../../shared/password/strength-bars.tsx';

export interface NewPasswordFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Judged weak when the password is made of it; empty where the page does not know it. */
  readonly username: string;
  readonly error?: string | undefined;
}

/** A password to be set, with what makes it strong. */
export function NewPasswordField({ value, onChange, username, error }: NewPasswordFieldProps) {
  return (
    <Field
      label={<Trans>New password</Trans>}
      error={error}
      hint={<Trans>8 characters or more, no other rules.</Trans>}
    >
      <PasswordInput
        autoComplete="new-password"
        maxLength={128}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <StrengthBars password={value} username={username} />
    </Field>
  );
}
