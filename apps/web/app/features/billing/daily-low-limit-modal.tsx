import { buttonClass, Dialog } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';

/** The limit that the person has set for themselves (ERRORS-005). */
export default function DailyLowLimitModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title={<Trans>Your own limit is reached</Trans>}
      onClose={onClose}
      foot={
        <Link className={buttonClass({ kind: 'line', full: true })} to="/account/tokens" onClick={onClose}>
          <Trans>See my limits</Trans>
        </Link>
      }
    >
      <p>
        <Trans>
          You have set how much you spend in a day. A lower limit counts at once, a higher one after 24 hours.
          Nothing was charged.
        </Trans>
      </p>
    </Dialog>
  );
}
