import { Button, buttonClass, Dialog } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';

/** Tells a performer once in this browser that there are fan clubs (FANCLUB-005). */
export default function AnnouncementModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title={<Trans>Your own fan club</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button kind="line" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <span className="grow" />
          <Link className={buttonClass({ kind: 'key' })} to="/model-desk/fan-club" onClick={onClose}>
            <Trans>Set up your club</Trans>
          </Link>
        </>
      }
    >
      <div className="grid gap-2">
        <p>
          <Trans>Users can join your fan club at three monthly tiers. You set the prices.</Trans>
        </p>
        <p>
          <Trans>You get 80 % of what they spend on it.</Trans>
        </p>
      </div>
    </Dialog>
  );
}
