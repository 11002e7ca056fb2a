import { Button, DateOfBirth, Field, Input, Notice, Segments, Tag } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { api } from '../../shared/api/client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useFocusInvalid } from '../../shared/forms/use-focus-invalid.ts';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { spreadRefusal } from './apply-refusal.ts';
import { PasswordInput } from '../../shared/password/password-input.tsx';
import { PASSWORD_MIN } from '../../shared/password/password-strength.ts';
import { StrengthBars } from '../../shared/password/strength-bars.tsx';
import { track } from '../../shared/track.ts';
import { useCaptcha } from '../../shared/puzzle/use-captcha.tsx';
import { type BegunAccount, EmailField, type FormPart, type RegisterFields } from './email-field.tsx';
import { TermsField } from './terms-field.tsx';
import { USERNAME, useUsernameCheck } from './use-username-check.ts';

const WIRE_FIELDS = ['username', 'email', 'password', 'birth_date', 'gender'] as const;
const FIELD_OF_CODE = {
  'identity.username_taken': 'username',
  'identity.username_refused': 'username',
  'identity.password_weak': 'password',
  'identity.under_age': 'birth_date',
} as const;

function NameAndEmail({ form, begun }: FormPart) {
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
      <Field
        label={<Trans>Username</Trans>}
        error={nameError}
        hint={<Trans>3 to 20 characters, shown in chat</Trans>}
      >
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
              t`3 to 20 lower-case letters, digits or underscores.`,
          })}
        />
      </Field>
      <EmailField form={form} begun={begun} />
    </div>
  );
}

function PasswordField({ form, begun }: FormPart) {
  const { t } = useLingui();
  const { register, control } = form;
  const { errors } = form.formState;
  const [password, username] = useWatch({ control, name: ['password', 'username'] });
  return (
    <Field
      label={<Trans>Password</Trans>}
      error={errors.password?.message}
      hint={
        begun ? (
          <Trans>8 characters or more. Or leave it empty and set one later by email.</Trans>
        ) : (
          <Trans>8 characters or more, and not a common password.</Trans>
        )
      }
    >
      <PasswordInput
        autoComplete="new-password"
        maxLength={128}
        {...register('password', {
          required: begun ? false : t`Choose a password.`,
          minLength: { value: PASSWORD_MIN, message: t`At least 8 characters.` },
        })}
      />
      <StrengthBars password={password} username={username.trim().toLowerCase()} />
    </Field>
  );
}

function BirthAndGender({ form }: Pick<FormPart, 'form'>) {
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
          rules={{ required: t`Choose one of the four.` }}
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

export interface RegisterFormProps {
  /** The account exists and is logged in; the page continues by reloading. */
  readonly onDone: (next: 'home' | 'onboarding') => void;
  readonly type?: 'model' | 'other';
  readonly begun?: BegunAccount;
}

/** An account in six fields. Errors are below their field; the notice counts them. */
export function RegisterForm({ onDone, type = 'other', begun }: RegisterFormProps) {
  const { t, i18n } = useLingui();
  const submitType = useSubmitType();
  const { ask, work } = useCaptcha();
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<RegisterFields>({
    defaultValues: {
      username: '',
      email: '',
      password: '',
      birth_date: '',
      gender: undefined,
      accepted: false,
    },
    shouldFocusError: false,
  });
  const { handleSubmit, setError, setValue, getFieldState } = form;
  const suggested = begun?.suggestedUsername ?? '';
  // What somebody types meanwhile stays.
  useEffect(() => {
    if (suggested !== '' && !getFieldState('username').isDirty) setValue('username', suggested);
  }, [suggested, getFieldState, setValue]);
  const { errors, isSubmitting, submitCount } = form.formState;
  const element = useFocusInvalid(submitCount);
  const problems = Object.keys(errors).length;
  const submit = handleSubmit(async ({ accepted: _accepted, gender, ...fields }) => {
    setRefusal(undefined);
    if (!gender) return;
    try {
      const username = fields.username.trim().toLowerCase();
      const { next } = begun
        ? await begun.send({
            username,
            email: fields.email.trim(),
            password: fields.password,
            birth_date: fields.birth_date,
            gender,
          })
        : await ask((captcha) =>
            api.register({
              body: {
                ...fields,
                ...captcha,
                gender,
                username,
                email: fields.email.trim(),
                type,
                terms_accepted: true,
                age_confirmed: true,
              },
            }),
          );
      track('signup_done');
      onDone(next);
    } catch (error) {
      const sentence = explainError(error, i18n);
      const spread = spreadRefusal(error, WIRE_FIELDS, FIELD_OF_CODE, sentence);
      for (const field of WIRE_FIELDS) {
        const message = spread.fields[field];
        if (message) setError(field, { message });
      }
      if (spread.whole) setRefusal(sentence);
    }
  });

  return (
    <form ref={element} method="post" className="form" noValidate onSubmit={(event) => void submit(event)}>
      {refusal && (
        <Notice tone="bad" title={<Trans>That did not work</Trans>}>
          {refusal}
        </Notice>
      )}
      {problems > 0 && submitCount > 0 && (
        <Notice
          tone="bad"
          title={<Plural value={problems} one="One thing needs fixing" other="# things need fixing" />}
        >
          <Trans>Your account is not created yet. Please fix what is marked.</Trans>
        </Notice>
      )}
      <NameAndEmail form={form} begun={begun} />
      {begun?.hasPassword !== false && <PasswordField form={form} begun={begun} />}
      <BirthAndGender form={form} />
      <TermsField
        error={form.formState.errors.accepted?.message}
        {...form.register('accepted', { required: t`Please confirm your age and accept the terms.` })}
      />
      <Button type={submitType} kind="key" size="large" full busy={isSubmitting}>
        <Trans>Join free</Trans>
      </Button>
      {work}
      <p className="small text-ink-3">
        <Trans>
          No card needed. We email you only about your account, and the statement text is neutral.
        </Trans>
      </p>
    </form>
  );
}
