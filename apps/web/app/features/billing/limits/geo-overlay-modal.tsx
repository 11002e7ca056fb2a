import { Button, Dialog } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { writeLocal } from '#app/shared/local-store.ts';
import { GEO_OVERLAY_SEEN } from '#app/shared/geo-overlay.ts';

/** Said once in a browser to visitors from countries where nothing is sold (LEDGER-TIP-014). */
export default function GeoOverlayModal({ onClose }: { readonly onClose: () => void }) {
  const close = () => {
    writeLocal(GEO_OVERLAY_SEEN, true);
    onClose();
  };
  return (
    <Dialog
      title={<Trans>You can look around here</Trans>}
      onClose={close}
      foot={
        <Button kind="key" size="large" full onClick={close}>
          <Trans>Look around</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          Paid live content is not offered in the country you are visiting from. Tipping and buying tokens are
          switched off there. You can watch open rooms, and your balance is kept.
        </Trans>
      </p>
    </Dialog>
  );
}
