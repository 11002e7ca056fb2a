import { IconButton } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { openModal } from '../../shared/modal/modal-store.ts';
import './promo.css';

/** Says in the header that there is a spin, and opens the wheel. */
export default function WheelKey() {
  const { t } = useLingui();
  return (
    <IconButton
      icon="gift"
      unread
      className="wheel-key"
      label={t`You have a wheel spin`}
      onClick={() => openModal('promo-wheel', {})}
    />
  );
}
