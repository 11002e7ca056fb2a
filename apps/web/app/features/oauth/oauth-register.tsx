import { Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { lateApi } from '../../shared/api/late-client.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { type BegunAccount, RegisterForm, type RegisterFormProps } from '../identity/index.ts';
import { PROVIDER_NAMES } from './provider-names.ts';

/** The account of somebody identified by a provider: a username, a birth date, and an address if it gave none. */
export default function OauthRegister({ onDone }: Pick<RegisterFormProps, 'onDone'>) {
  const { state } = useLoaded('oauth', (signal) => lateApi.getOauthNewcomer({ signal }));
  if (state.kind === 'failed')
    return (
      <Notice
        tone="bad"
        title={<Trans>That took too long</Trans>}
        action={
          <a className="text-link" href="/register">
            <Trans>Join free</Trans>
          </a>
        }
      >
        <Trans>Start again, or join with an email address and a password.</Trans>
      </Notice>
    );
  const found = state.kind === 'ready' ? state.value : undefined;
  const name = found && PROVIDER_NAMES[found.provider];
  const begun: BegunAccount = {
    email: found ? found.email : '…',
    emailHint: name && <Trans>From {name}</Trans>,
    suggestedUsername: found?.suggested_username ?? '',
    hasPassword: false,
    send: ({ password: _none, email, ...fields }) =>
      lateApi.completeOauth({
        body: {
          ...fields,
          terms_accepted: true,
          age_confirmed: true,
          ...(email !== '' && { email }),
        },
      }),
  };
  return (
    <>
      {name && (
        <p className="text-ink-2">
          <Trans>{name} has told us who you are. A few details are missing.</Trans>
        </p>
      )}
      <RegisterForm begun={begun} onDone={onDone} />
    </>
  );
}
