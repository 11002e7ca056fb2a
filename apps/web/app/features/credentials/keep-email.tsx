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
            Someone asked to change the email address of your account. If it was not you, keep this one: every
            device is logged out, the password stops working, and you get an email to set a new one.
          </Trans>
        </p>
      }
      label={<Trans>Keep my address</Trans>}
      done={({ username }) => (
        <>
          <Notice tone="ok" title={<Trans>Your address is unchanged</Trans>}>
            <Trans>
              {username} was logged out everywhere. A link for a new password is on its way to you.
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
            used={
              <Trans>The address has been kept. Set a new password with the link in the newest email.</Trans>
            }
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
