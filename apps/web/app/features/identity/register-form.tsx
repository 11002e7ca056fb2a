import type { Gender } from '@klieg/contract';
import { Button, Checkbox, DateOfBirth, Field, Input, joinClasses, Notice, Segments, Tag } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { api } from '../../shared/api/client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useSubmitType } from '../../shared/use-submit-type.ts';
import { spreadRefusal } from './apply-refusal.ts';
import { PasswordInput } from './password-input.tsx';
import { PASSWORD_MIN, strengthBars } from './password-strength.ts';
import { usePasswordScore } from './use-password-score.ts';
import { USERNAME, useUsernameCheck } from './use-username-check.ts';

interface RegisterFields {
  username: string;
  email: string;
  password: string;
  birth_date: string;
  gender: Gender;
  accepted: boolean;
}

const WIRE_FIELDS = ['username', 'email', 'password', 'birth_date', 'gender'] as const;
const FIELD_OF_CODE = {
  'identity.username_taken': 'username',
  'identity.username_refused': 'username',
  'identity.password_weak': 'password',
  'identity.under_age': 'birth_date',
} as const;

function Strength({ password, username }: { readonly password: string; readonly username: string }) {
  const bars = strengthBars(password, usePasswordScore(password, username));
  const tone = bars < 2 ? 'is-weak' : 'is-good';
  return (
    <div className="strength" aria-hidden="true">
      {[1, 2, 3, 4].map((bar) => (
        <i key={bar} className={joinClasses(bar <= bars && tone)} />
      ))}
    </div>
  );
}

interface FormPart {
  readonly form: UseFormReturn<RegisterFields>;
}

function NameAndEmail({ form }: FormPart) {
  const { t } = useLingui();
  const { register, control } = form;
  const { errors } = form.formState;
  const check = useUsernameCheck(useWatch({ control, name: 'username' }).trim().toLowerCase());
  const nameError =
    errors.username?.message ??
    (check.kind === 'refused'
      ? check.reason === 'taken'
        ? t`This username is taken.`
        : t`This username cannot be used.`
      : undefined);
  return (
    <div className="form-columns">
      <Field label={<Trans>Username</Trans>} error={nameError} hint={<Trans>3 to 20, shown in chat</Trans>}>
        <Input
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          suffix={
            check.kind === 'free' && (
              <Tag tone="ok" icon="check-bold">
                <Trans>free</Trans>
              </Tag>
            )
          }
          {...register('username', {
            required: t`Choose a username.`,
            validate: (value) =>
              USERNAME.test(value.trim().toLowerCase()) ||
              t`Small letters, digits and underscore only, 3 to 20.`,
          })}
        />
      </Field>
      <Field
        label={<Trans>Email</Trans>}
        error={errors.email?.message}
        hint={<Trans>For receipts and sign-in</Trans>}
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
    </div>
  );
}

function PasswordField({ form }: FormPart) {
  const { t } = useLingui();
  const { register, control } = form;
  const { errors } = form.formState;
  const [password, username] = useWatch({ control, name: ['password', 'username'] });
  return (
    <Field
      label={<Trans>Password</Trans>}
      error={errors.password?.message}
      hint={<Trans>8 characters or more, no rules beyond that.</Trans>}
    >
      <PasswordInput
        autoComplete="new-password"
        maxLength={128}
        {...register('password', {
          required: t`Choose a password.`,
          minLength: { value: PASSWORD_MIN, message: t`At least 8 characters.` },
        })}
      />
      <Strength password={password} username={username.trim().toLowerCase()} />
    </Field>
  );
}

function BirthAndGender({ form }: FormPart) {
  const { t } = useLingui();
  const { control } = form;
  const { errors } = form.formState;
  return (
    <>
      <Controller
        control={control}
        name="birth_date"
        rules={{ required: t`Choose day, month and year.` }}
        render={({ field }) => (
          <DateOfBirth
            label={<Trans>Date of birth</Trans>}
            hint={<Trans>Only checked, never shown.</Trans>}
            error={errors.birth_date?.message}
            onSelect={field.onChange}
          />
        )}
      />
      <Field label={<Trans>I am</Trans>} error={errors.gender?.message} group>
        <Controller
          control={control}
          name="gender"
          render={({ field }) => (
            <Segments
              full
              label={t`I am`}
              value={field.value}
              onChange={field.onChange}
              options={[
                { value: 'f', text: t`Woman` },
                { value: 'm', text: t`Man` },
                { value: 't', text: t`Trans` },
                { value: 'c', text: t`Couple` },
              ]}
            />
          )}
        />
      </Field>
    </>
  );
}

function Terms({ form }: FormPart) {
  const { t } = useLingui();
  const { register } = form;
  const { errors } = form.formState;
  return (
    <div className="field">
      <Checkbox
        className="items-start!"
        aria-invalid={errors.accepted ? true : undefined}
        {...register('accepted', { required: t`Please confirm your age and accept the terms.` })}
      >
        <span className="text-ink-2">
          <Trans>
            I am 18 or older and accept the{' '}
            <a className="text-link" href="/legal/terms" target="_blank" rel="noreferrer">
              terms
            </a>{' '}
            and the{' '}
            <a className="text-link" href="/legal/privacy" target="_blank" rel="noreferrer">
              privacy policy
            </a>
            .
          </Trans>
        </span>
      </Checkbox>
      {errors.accepted && <span className="field-error">{errors.accepted.message}</span>}
    </div>
  );
}

export interface RegisterFormProps {
  /** The account exists and is logged in; the page goes on by loading anew. */
  readonly onDone: (next: 'home' | 'onboarding') => void;
  readonly type?: 'model' | 'other';
}

/** An account in six fields. Sentences stand under the field they speak about; the notice counts them. */
export function RegisterForm({ onDone, type = 'other' }: RegisterFormProps) {
  const { i18n } = useLingui();
  const submitType = useSubmitType();
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<RegisterFields>({
    defaultValues: { username: '', email: '', password: '', birth_date: '', gender: 'm', accepted: false },
  });
  const { handleSubmit, setError } = form;
  const { errors, isSubmitting, submitCount } = form.formState;
  const problems = Object.keys(errors).length;
  const submit = handleSubmit(async ({ accepted: _accepted, ...fields }) => {
    setRefusal(undefined);
    try {
      const { next } = await api.register({
        body: {
          ...fields,
          username: fields.username.trim().toLowerCase(),
          email: fields.email.trim(),
          type,
          terms_accepted: true,
          age_confirmed: true,
        },
      });
      onDone(next);
    } catch (error) {
      const sentence = explainError(error, i18n);
      const spread = spreadRefusal(error, WIRE_FIELDS, FIELD_OF_CODE, sentence);
      for (const field of WIRE_FIELDS) {
        const message = spread.fields[field];
        if (message) setError(field, { message }, { shouldFocus: true });
      }
      if (spread.whole) setRefusal(sentence);
    }
  });

  return (
    <form method="post" className="form" noValidate onSubmit={(event) => void submit(event)}>
      {refusal && (
        <Notice tone="bad" title={<Trans>That did not work</Trans>}>
          {refusal}
        </Notice>
      )}
      {problems > 0 && submitCount > 0 && (
        <Notice
          tone="bad"
          title={<Plural value={problems} one="One thing needs a change" other="# things need a change" />}
        >
          <Trans>Your account is not there yet. The first field to change is selected.</Trans>
        </Notice>
      )}
      <NameAndEmail form={form} />
      <PasswordField form={form} />
      <BirthAndGender form={form} />
      <Terms form={form} />
      <Button type={submitType} kind="key" size="large" full busy={isSubmitting}>
        <Trans>Join free</Trans>
      </Button>
      <p className="small text-ink-3">
        <Trans>
          No card needed. We write to you about your account only, and the statement text is neutral.
        </Trans>
      </p>
    </form>
  );
}
