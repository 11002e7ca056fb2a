import { buttonClass, Dialog, ErrorBox, Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { lateApi } from '../../shared/api/late-client.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { ResendEmail } from './resend-email.tsx';

/** Says where the confirmation went, sends it again, and leads to the address itself (IDENTITY-014). */
export default function ConfirmEmailModal({ onClose }: { readonly onClose: () => void }) {
  const { state, reload } = useLoaded('email', (signal) => lateApi.getEmail({ signal }));
  const email = state.kind === 'ready' ? state.value : undefined;
  const to = email?.pending_email ?? email?.email;
  return (
    <Dialog
      title={<Trans>Confirm your email</Trans>}
      onClose={onClose}
      foot={
        <>
          <span className="grow text-ink-2">
            <Trans>Wrong address?</Trans>
          </span>
          <Link className={buttonClass({ kind: 'line' })} to="/account/settings/security" onClick={onClose}>
            <Trans>Change it</Trans>
          </Link>
        </>
      }
    >
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>Your address did not load</Trans>} onRetry={reload} />
      )}
      {state.kind === 'loading' && <div className="skeleton h-20" aria-busy="true" />}
      {email && email.email_confirmed === 1 && !email.pending_email && (
        <Notice tone="ok" title={<Trans>Email confirmed</Trans>}>
          {email.email}
        </Notice>
      )}
      {email && (email.email_confirmed === 0 || email.pending_email) && (
        <div className="form">
          <p>
            <Trans>
              We sent a link to <b>{to ?? '…'}</b>. It works once, for 24 hours.
            </Trans>
          </p>
          <div>
            <ResendEmail resendAt={email.resend_at} onSent={reload} />
          </div>
        </div>
      )}
    </Dialog>
  );
}
