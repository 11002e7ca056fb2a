import { Button, Dialog } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { JoinReason } from '../../shared/modal/modal-map.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { JOIN_TITLES } from './join-title.ts';
import { RegisterForm } from './register-form.tsx';
import { reloadPage } from './reload-page.ts';

export interface SignupModalProps {
  readonly reason?: JoinReason;
  readonly onClose: () => void;
}

/** Joining over the page; afterwards one is back where one was. */
export default function SignupModal({ reason, onClose }: SignupModalProps) {
  const { t } = useLingui();
  return (
    <Dialog
      title={reason ? t(JOIN_TITLES[reason]) : <Trans>Join free</Trans>}
      onClose={onClose}
      foot={
        <>
          <span className="grow text-ink-2">
            <Trans>Already here?</Trans>
          </span>
          <Button kind="line" onClick={() => openModal('login', reason ? { reason } : {})}>
            <Trans>Log in</Trans>
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        <Trans>An account takes half a minute and brings you back to this page.</Trans>
      </p>
      <RegisterForm onDone={reloadPage} />
    </Dialog>
  );
}
