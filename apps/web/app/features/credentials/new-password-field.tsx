import { Field } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { PasswordInput } from '../../shared/password/password-input.tsx';
import { StrengthBars } from '../../shared/password/strength-bars.tsx';

export interface NewPasswordFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The password counts as weak if it is derived from this; empty if unknown to the page. */
  readonly username: string;
  readonly error?: string | undefined;
}

/** A new password, with what makes it strong. */
export function NewPasswordField({ value, onChange, username, error }: NewPasswordFieldProps) {
  return (
    <Field
      label={<Trans>New password</Trans>}
      error={error}
      hint={<Trans>8 characters or more, and not a common password.</Trans>}
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
