import { Button, buttonClass, Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { lateApi } from '../../shared/api/late-client.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { LinkNotice } from './link-notice.tsx';
import { PressLink } from './press-link.tsx';

/** Takes an address back by the secret of the link that was mailed to it. */
export function KeepEmail({ token }: { readonly token: string }) {
  return (
    <PressLink
      act={() => lateApi.keepEmail({ body: { token } })}
      before={
        <p className="text-ink-2">
          <Trans>
            Somebody has asked to change the address of your account. If it was not you, keep this one: every
            device is signed out, the password stops working, and you get a mail to set a new one.
          </Trans>
        </p>
      }
      label={<Trans>Keep my address</Trans>}
      done={({ username }) => (
        <>
          <Notice tone="ok" title={<Trans>Your address stays</Trans>}>
            <Trans>
              Nobody is logged in as {username} any more. A link for a new password is on its way to you.
            </Trans>
          </Notice>
          <Button kind="line" size="large" onClick={() => openModal('forgot-password', { login: username })}>
            <Trans>Send another link</Trans>
          </Button>
        </>
      )}
      refused={(refusal) => (
        <>
          <LinkNotice
            refusal={refusal}
            used={<Trans>The address has been kept. Set a new password by the newest mail.</Trans>}
          />
          <Button kind="key" size="large" onClick={() => openModal('forgot-password', {})}>
            <Trans>Reset your password</Trans>
          </Button>
          <a className={buttonClass({ kind: 'line', size: 'large' })} href="/support">
            <Trans>Contact support</Trans>
          </a>
        </>
      )}
    />
  );
}
