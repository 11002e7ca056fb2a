import { Button, buttonClass, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { PASSWORD_MIN } from '../../shared/password/password-strength.ts';
import { LinkNotice } from './link-notice.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { type LinkRefusal, refusedLink } from './refused-link.ts';

function Done() {
  return (
    <div className="form">
      <Notice tone="ok" title={<Trans>Your password is set</Trans>}>
        <Trans>Every device was logged out. Log in with the new password.</Trans>
      </Notice>
      {/* Reloaded: this browser may have been signed out with the others. */}
      <a className={buttonClass({ kind: 'key', size: 'large' })} href="/login">
        <Trans>Log in</Trans>
      </a>
    </div>
  );
}

function Refused({ refusal }: { readonly refusal: LinkRefusal }) {
  return (
    <div className="form">
      <LinkNotice
        refusal={refusal}
        used={<Trans>If you have just set a password with it, log in. Otherwise request a new one.</Trans>}
      />
      <Button kind="key" size="large" onClick={() => openModal('forgot-password', {})}>
        <Trans>Send another link</Trans>
      </Button>
      <a className="text-link" href="/login">
        <Trans>Back to log in</Trans>
      </a>
    </div>
  );
}

/** Sets a new password by the secret of a mailed link. */
export function ResetForm({ token }: { readonly token: string }) {
  const { t, i18n } = useLingui();
  const submitType = useSubmitType();
  const [password, setPassword] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'done' | LinkRefusal>('asking');
  const [error, setError] = useState<string>();
  if (state === 'done') return <Done />;
  if (state !== 'asking' && state !== 'busy') return <Refused refusal={state} />;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password.length < PASSWORD_MIN) return setError(t`At least 8 characters.`);
    setState('busy');
    setError(undefined);
    try {
      await lateApi.resetPassword({ body: { token, password } });
      setState('done');
    } catch (failure) {
      setState(refusedLink(failure) ?? 'asking');
      setError(explainError(failure, i18n));
    }
  };
  return (
    <form method="post" className="form" noValidate onSubmit={(event) => void submit(event)}>
      <p className="text-ink-2">
        <Trans>Every device is then logged out, and you log in with the new one.</Trans>
      </p>
      <NewPasswordField value={password} onChange={setPassword} username="" error={error} />
      <Button type={submitType} kind="key" size="large" full busy={state === 'busy'}>
        <Trans>Set the password</Trans>
      </Button>
    </form>
  );
}
