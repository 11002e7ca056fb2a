import { Button, Dialog } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';

/** The Sweden notice (ERRORS-052). */
export default function TipBlockNoticeModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title={<Trans>Not available in your country</Trans>}
      onClose={onClose}
      foot={
        <Button kind="line" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          Paid live or custom adult content is not available where you last logged in. Buying tokens and
          tipping are switched off. Your balance is kept.
        </Trans>
      </p>
    </Dialog>
  );
}
