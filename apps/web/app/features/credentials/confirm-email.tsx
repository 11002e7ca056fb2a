import { buttonClass, Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMe } from '../../shared/me/me-store.ts';
import { LinkNotice } from './link-notice.tsx';
import { PressLink } from './press-link.tsx';

const SECURITY = '/account/settings/security';

/** Where to request another link: the settings, after a log-in if needed. */
function AnotherLink() {
  const isMember = useMe().kind === 'member';
  return (
    <Link
      className={buttonClass({ kind: 'key', size: 'large' })}
      to={isMember ? SECURITY : `/login?return_to=${encodeURIComponent(SECURITY)}`}
    >
      {isMember ? <Trans>Go to your email settings</Trans> : <Trans>Log in to get a new one</Trans>}
    </Link>
  );
}

/** Confirms an address by the secret of a mailed link. */
export function ConfirmEmail({ token }: { readonly token: string }) {
  return (
    <PressLink
      act={() => lateApi.confirmEmail({ body: { token } })}
      before={
        <p className="text-ink-2">
          <Trans>Confirm that this address is yours. It is never shown to anyone.</Trans>
        </p>
      }
      label={<Trans>Confirm the address</Trans>}
      done={({ username }) => (
        <>
          <Notice tone="ok" title={<Trans>Email confirmed</Trans>}>
            <Trans>The address belongs to {username} now. You can log in with it.</Trans>
          </Notice>
          {/* Reloaded, so that the page knows of it. */}
          <a className={buttonClass({ kind: 'key', size: 'large' })} href="/">
            <Trans>See who is live</Trans>
          </a>
        </>
      )}
      refused={(refusal) => (
        <>
          <LinkNotice
            refusal={refusal}
            used={<Trans>Your address is confirmed, or a newer email has replaced this one.</Trans>}
          />
          <AnotherLink />
        </>
      )}
    />
  );
}
