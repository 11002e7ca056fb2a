import { Button, Checkbox, Field, Input, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Answer } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { useFocusInvalid } from '../../shared/forms/use-focus-invalid.ts';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { PasswordInput } from '../../shared/password/password-input.tsx';
import { track } from '../../shared/track.ts';
import { useCaptcha } from '../../shared/puzzle/use-captcha.tsx';
import { PasskeyLogin } from './passkey-login.tsx';
import { SecondStep } from './second-step-part.ts';

interface LoginFields {
  readonly login: string;
  readonly password: string;
  readonly remember: boolean;
}

export interface LoginFormProps {
  /** The session has begun; the page continues by reloading. */
  readonly onDone: () => void;
  /** A log-in that has begun elsewhere and needs its second step. */
  readonly begunStep?: Answer<'login'>['two_factor'];
}

/** Name and password, and the second step of an account that has one; or a passkey instead of all that. */
export function LoginForm({ onDone, begunStep = null }: LoginFormProps) {
  const [step, setStep] = useState(begunStep);
  const done = () => {
    track('login_done');
    onDone();
  };
  if (step)
    return (
      <Suspense fallback={<span className="skeleton h-64" aria-busy="true" />}>
        <SecondStep step={step} onDone={done} onBack={() => setStep(null)} />
      </Suspense>
    );
  return <PasswordForm onDone={done} onStep={setStep} />;
}

interface PasswordFormProps extends Pick<LoginFormProps, 'onDone'> {
  readonly onStep: (step: Answer<'login'>['two_factor']) => void;
}

/** Name and password. A wrong pair gets one message above the form, since nobody may learn which of both was wrong. */
function PasswordForm({ onDone, onStep }: PasswordFormProps) {
  const { t, i18n } = useLingui();
  const submitType = useSubmitType();
  const [refusal, setRefusal] = useState<string>();
  const { ask, work } = useCaptcha();
  const { register, handleSubmit, getValues, formState } = useForm<LoginFields>({
    defaultValues: { login: '', password: '', remember: true },
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = formState;
  const element = useFocusInvalid(submitCount);
  const submit = handleSubmit(async (fields) => {
    setRefusal(undefined);
    try {
      const given = { ...fields, login: fields.login.trim() };
      const answer = await ask((captcha) => api.login({ body: { ...given, ...captcha } }));
      if (answer.two_factor) onStep(answer.two_factor);
      else onDone();
    } catch (error) {
      setRefusal(explainError(error, i18n));
    }
  });
  return (
    <form ref={element} method="post" className="form" noValidate onSubmit={(event) => void submit(event)}>
      {refusal && (
        <Notice tone="bad" title={<Trans>That did not work</Trans>}>
          {refusal}
        </Notice>
      )}
      <Field label={<Trans>Username or email</Trans>} error={errors.login?.message}>
        <Input
          autoComplete="username"
          autoCapitalize="none"
          maxLength={254}
          {...register('login', { required: t`Type your username or your email address.` })}
        />
      </Field>
      <Field label={<Trans>Password</Trans>} error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          maxLength={128}
          {...register('password', { required: t`Type your password.` })}
        />
      </Field>
      <div className="flex items-center justify-between gap-2">
        <Checkbox {...register('remember')}>
          <Trans>Keep me logged in</Trans>
        </Checkbox>
        <button
          type="button"
          className="text-link"
          onClick={() => openModal('forgot-password', { login: getValues('login').trim() })}
        >
          <Trans>Forgot it?</Trans>
        </button>
      </div>
      <Button type={submitType} kind="key" size="large" full busy={isSubmitting}>
        <Trans>Log in</Trans>
      </Button>
      {work}
      <PasskeyLogin
        remember={() => getValues('remember')}
        onDone={onDone}
        onRefused={(error) => setRefusal(explainError(error, i18n))}
      />
    </form>
  );
}
