import { Trans } from '@lingui/react/macro';
import { WheelDialog } from './wheel-dialog.tsx';

/** The wheel of those who joined or bought. */
export default function PromoWheelModal({ onClose }: { readonly onClose: () => void }) {
  return <WheelDialog wheel="promo" title={<Trans>Spin the wheel</Trans>} onClose={onClose} />;
}
