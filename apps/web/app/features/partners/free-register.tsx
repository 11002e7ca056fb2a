import { Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { lateApi } from '../../shared/api/late-client.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { type BegunAccount, RegisterForm } from '../identity/index.ts';

/** An account that a partner has begun is finished: a name, a day of birth, and a password if somebody likes. */
export function FreeRegister({ token }: { readonly token: string }) {
  const { state } = useLoaded(token, (signal) => lateApi.getFreeRegister({ query: { token }, signal }));
  if (state.kind === 'failed')
    return (
      <Notice
        tone="bad"
        title={<Trans>This link does not work</Trans>}
        action={
          <a className="text-link" href="/register">
            <Trans>Join free</Trans>
          </a>
        }
      >
        <Trans>It was already used, or it is older than a day. You can join without it.</Trans>
      </Notice>
    );
  const found = state.kind === 'ready' ? state.value : undefined;
  const begun: BegunAccount = {
    email: found?.email_masked ?? '…',
    emailHint: <Trans>From your partner</Trans>,
    hasPassword: true,
    suggestedUsername: found?.suggested_username ?? '',
    send: ({ password, email: _known, ...fields }) =>
      lateApi.freeRegister({
        body: {
          ...fields,
          token,
          terms_accepted: true,
          age_confirmed: true,
          ...(password !== '' && { password }),
        },
      }),
  };
  return (
    <>
      {found && (
        <p className="text-ink-2">
          <Trans>You come from {found.partner_name}. A few details are missing.</Trans>
        </p>
      )}
      <RegisterForm begun={begun} onDone={() => location.assign('/')} />
    </>
  );
}
