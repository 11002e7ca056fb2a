import { Button, Dialog } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { JoinReason } from '../../shared/modal/modal-map.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { LOGIN_TITLES } from './join-title.ts';
import { LoginForm } from './login-form.tsx';
import { reloadPage } from './reload-page.ts';

export interface LoginModalProps {
  readonly reason?: JoinReason;
  readonly onClose: () => void;
}

/** Logging in over the page; afterwards one is back where one was. */
export default function LoginModal({ reason, onClose }: LoginModalProps) {
  const { t } = useLingui();
  return (
    <Dialog
      title={reason ? t(LOGIN_TITLES[reason]) : <Trans>Log in</Trans>}
      onClose={onClose}
      foot={
        <>
          <span className="grow text-ink-2">
            <Trans>New here?</Trans>
          </span>
          <Button kind="line" onClick={() => openModal('signup', reason ? { reason } : {})}>
            <Trans>Join free</Trans>
          </Button>
        </>
      }
    >
      <LoginForm onDone={reloadPage} />
    </Dialog>
  );
}
