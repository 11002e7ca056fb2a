import { Trans } from '@lingui/react/macro';
import { WheelDialog } from './wheel-dialog.tsx';

/** The daily wheel of those who bought lately. */
export default function VaultWheelModal({ onClose }: { readonly onClose: () => void }) {
  return <WheelDialog wheel="vault" title={<Trans>The vault, free spin</Trans>} onClose={onClose} />;
}
