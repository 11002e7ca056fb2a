import type { Gender } from '@klieg/contract';
import { Field, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';

export interface RegisterFields {
  username: string;
  email: string;
  password: string;
  birth_date: string;
  /** Undefined until it is chosen. */
  gender: Gender | undefined;
  accepted: boolean;
}

export interface FormPart {
  readonly form: UseFormReturn<RegisterFields>;
  /** What a partner has begun; the address of its person is settled. */
  readonly begun: BegunAccount | undefined;
}

/** An account begun by another feature, which may know its address; a password may come later. */
export interface BegunAccount {
  /** As it is shown; null: the form asks for one. */
  readonly email: string | null;
  /** Whose word it is. */
  readonly emailHint?: ReactNode;
  /** The form asks for a password, which may be left out. */
  readonly hasPassword: boolean;
  /** Stands in the field until somebody types; it may come after that. */
  readonly suggestedUsername: string;
  readonly send: (fields: {
    readonly username: string;
    /** Empty where it is known elsewhere. */
    readonly email: string;
    readonly password: string;
    readonly birth_date: string;
    readonly gender: Gender;
  }) => Promise<{ readonly next: 'home' | 'onboarding' }>;
}

/** The address of a new account; a known one is read-only. */
export function EmailField({ form, begun }: FormPart) {
  const { t } = useLingui();
  const { register, formState } = form;
  if (begun && begun.email !== null)
    return (
      <Field label={<Trans>Email</Trans>} hint={begun.emailHint}>
        <Input type="text" value={begun.email} disabled readOnly />
      </Field>
    );
  return (
    <Field
      label={<Trans>Email</Trans>}
      error={formState.errors.email?.message}
      hint={<Trans>For login and emails about your account</Trans>}
    >
      <Input
        type="email"
        autoComplete="email"
        maxLength={254}
        {...register('email', {
          required: t`Type your email address.`,
          pattern: {
            value: /^[^\s@]+@[^\s@]+\.[^\s@]+$/u,
            message: t`This does not look like an email address.`,
          },
        })}
      />
    </Field>
  );
}
