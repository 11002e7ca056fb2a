import { buttonClass, Dialog } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';

/** The site's limit for accounts that are not verified (ERRORS-004). */
export default function DailyLimitVerifyModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title={<Trans>Daily limit reached</Trans>}
      onClose={onClose}
      foot={
        <a className={buttonClass({ kind: 'key', full: true })} href="/account/verify?type=daily_limit">
          <Trans>Verify and raise it</Trans>
        </a>
      }
    >
      <p>
        <Trans>
          Accounts that are not verified have a limit per day. It starts again at midnight UTC, or goes up
          once you are verified. Nothing was charged.
        </Trans>
      </p>
    </Dialog>
  );
}
