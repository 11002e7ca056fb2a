import { Button, Dialog, Field, Input, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { useCaptcha } from '../../shared/puzzle/use-captcha.tsx';

export interface ForgotPasswordModalProps {
  /** The name typed at the log-in. */
  readonly login?: string;
  readonly onClose: () => void;
}

function Sent({ login, onAgain }: { readonly login: string; readonly onAgain: () => void }) {
  return (
    <>
      <Notice tone="ok" title={<Trans>Check your email</Trans>}>
        <Trans>If {login} has an account, a link is on its way.</Trans>
      </Notice>
      <p className="text-ink-2">
        <Trans>
          Nothing after two minutes? Check the spam folder, or{' '}
          <button type="button" className="text-link" onClick={onAgain}>
            send it again
          </button>
          .
        </Trans>
      </p>
    </>
  );
}

/** Asks for a link to set a new password. What it says is the same whether there is such an account or not. */
export default function ForgotPasswordModal({ login: typed = '', onClose }: ForgotPasswordModalProps) {
  const { t, i18n } = useLingui();
  const [login, setLogin] = useState(typed);
  const [sentTo, setSentTo] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { ask, work } = useCaptcha();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const name = login.trim();
    if (name === '') return setError(t`Type your username or your email address.`);
    setBusy(true);
    setError(undefined);
    try {
      await ask((captcha) => lateApi.forgotPassword({ body: { login: name, ...captcha } }));
      setSentTo(name);
    } catch (failure) {
      setError(explainError(failure, i18n));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={<Trans>Reset your password</Trans>}
      onClose={onClose}
      foot={
        <>
          <span className="grow" />
          <Button kind="line" onClick={() => openModal('login', {})}>
            <Trans>Back to log in</Trans>
          </Button>
        </>
      }
    >
      {sentTo !== undefined ? (
        <Sent login={sentTo} onAgain={() => setSentTo(undefined)} />
      ) : (
        <form className="form" noValidate onSubmit={(event) => void submit(event)}>
          <p className="text-ink-2">
            <Trans>We send a link that works once, for 30 minutes.</Trans>
          </p>
          <Field label={<Trans>Username or email</Trans>} error={error}>
            <Input
              autoComplete="username"
              autoCapitalize="none"
              maxLength={254}
              value={login}
              onChange={(event) => setLogin(event.target.value)}
            />
          </Field>
          <Button type="submit" kind="key" size="large" full busy={isBusy}>
            <Trans>Send the link</Trans>
          </Button>
          {work}
        </form>
      )}
    </Dialog>
  );
}
