import { Button, Checkbox, Field, Input, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../shared/api/client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { useFocusInvalid } from '../../shared/forms/use-focus-invalid.ts';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { PasswordInput } from '../../shared/password/password-input.tsx';
import { track } from '../../shared/track.ts';

interface LoginFields {
  readonly login: string;
  readonly password: string;
  readonly remember: boolean;
}

export interface LoginFormProps {
  /** The session has begun; the page goes on by loading anew. */
  readonly onDone: () => void;
}

/** Name and password. A wrong pair is told once above the form, since nobody may learn which of both it was. */
export function LoginForm({ onDone }: LoginFormProps) {
  const { t, i18n } = useLingui();
  const submitType = useSubmitType();
  const [refusal, setRefusal] = useState<string>();
  const { register, handleSubmit, getValues, formState } = useForm<LoginFields>({
    defaultValues: { login: '', password: '', remember: true },
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = formState;
  const element = useFocusInvalid(submitCount);
  const submit = handleSubmit(async (fields) => {
    setRefusal(undefined);
    try {
      const answer = await api.login({ body: { ...fields, login: fields.login.trim() } });
      if (answer.two_factor)
        setRefusal(
          t`This account asks for a second step, which this page cannot take yet. Please write to support.`,
        );
      else {
        track('login_done');
        onDone();
      }
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
          <Trans>Keep me signed in</Trans>
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
    </form>
  );
}
