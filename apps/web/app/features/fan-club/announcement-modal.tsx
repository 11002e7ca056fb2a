import { Button, buttonClass, Dialog } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useMember } from '../../shared/me/me-store.ts';

/**
 * Explains fan clubs to a performer once in this browser; one who has a club is not asked to set it up (FANCLUB-005).
 */
export default function AnnouncementModal({ onClose }: { readonly onClose: () => void }) {
  const isOpen = useMember()?.settings.fanclub_enabled === true;
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
            {isOpen ? <Trans>See your club</Trans> : <Trans>Set up your club</Trans>}
          </Link>
        </>
      }
    >
      <div className="grid gap-2">
        <p>
          {isOpen ? (
            <Trans>
              Your club is open: users join it at three monthly tiers, and you can change the prices.
            </Trans>
          ) : (
            <Trans>Users can join your fan club at three monthly tiers. You set the prices.</Trans>
          )}
        </p>
        <p>
          <Trans>You get 80% of what they spend on it.</Trans>
        </p>
      </div>
    </Dialog>
  );
}
