import { Button, ErrorBox, Field, Input, Notice, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/client.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf } from '../../shared/errors/explain-error.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { PasswordInput } from '../../shared/password/password-input.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { type SaveControl, useSave } from '../../shared/settings/use-save.ts';
import { ResendEmail } from './resend-email.tsx';

function PresentAddress({
  email,
  reload,
}: {
  readonly email: Answer<'getEmail'>;
  readonly reload: () => void;
}) {
  const { pending_email: pending, email: address } = email;
  const isWaiting = pending !== null || (email.email_confirmed === 0 && address !== null);
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <b className="min-w-0 break-all">{address ?? <Trans>No address yet</Trans>}</b>
        {email.email_confirmed === 1 ? (
          <Tag tone="ok">
            <Trans>Confirmed</Trans>
          </Tag>
        ) : (
          <Tag tone="warn">
            <Trans>Not confirmed</Trans>
          </Tag>
        )}
      </p>
      {isWaiting && (
        <Notice
          title={
            pending === null ? (
              <Trans>We emailed you a link</Trans>
            ) : (
              <Trans>{pending} is not confirmed yet</Trans>
            )
          }
          action={<ResendEmail resendAt={email.resend_at} onSent={reload} />}
        >
          <Trans>It works once, for 24 hours. Check the spam folder too.</Trans>
        </Notice>
      )}
    </>
  );
}

type Fault = 'password' | 'refused' | 'form';

const FAULT_OF_CODE: Readonly<Record<string, Fault>> = {
  'identity.bad_credentials': 'password',
  'identity.email_refused': 'refused',
  'common.invalid_input': 'form',
};

function NewAddress({ save, onAsked }: { readonly save: SaveControl; readonly onAsked: () => void }) {
  const { t } = useLingui();
  const submitType = useSubmitType();
  const [address, setAddress] = useState('');
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<Fault>();
  const change = async () => {
    try {
      await api.sudo({ body: { password } });
      await lateApi.changeEmail({ body: { email: address.trim() } });
    } catch (error) {
      setFault(FAULT_OF_CODE[codeOf(error) ?? '']);
      throw error;
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFault(undefined);
    if (!(await save.run(change))) return;
    setAddress('');
    setPassword('');
    onAsked();
  };
  const addressFault =
    fault === 'refused'
      ? t`This is your address already.`
      : fault === 'form'
        ? t`This does not look like an email address.`
        : undefined;
  return (
    <form method="post" className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
      <div className="settings-pair">
        <Field label={<Trans>New address</Trans>} error={addressFault}>
          <Input
            type="email"
            autoComplete="email"
            maxLength={254}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </Field>
        <Field
          label={<Trans>Password, to change the address</Trans>}
          error={fault === 'password' ? t`That is not your password.` : undefined}
        >
          <PasswordInput
            autoComplete="current-password"
            maxLength={128}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </div>
      <div>
        <Button
          type={submitType}
          busy={save.state.kind === 'saving'}
          disabled={address.trim() === '' || password === ''}
        >
          <Trans>Send a link there</Trans>
        </Button>
      </div>
    </form>
  );
}

/** The address of the account: whether it is confirmed, and how it becomes another. */
export function EmailSection() {
  const save = useSave();
  const { state, reload } = useLoaded('email', (signal) => lateApi.getEmail({ signal }));
  return (
    <SettingsSection
      title={<Trans>Email</Trans>}
      note={
        <Trans>Only you see it. It changes when the new one is confirmed; the old one is notified.</Trans>
      }
      state={save.state}
    >
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>Your address did not load</Trans>} onRetry={reload} />
      )}
      {state.kind === 'loading' && <span className="skeleton h-9" aria-busy="true" />}
      {state.kind === 'ready' && <PresentAddress email={state.value} reload={reload} />}
      <NewAddress save={save} onAsked={reload} />
    </SettingsSection>
  );
}
