import { IconButton } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { openModal } from '../../shared/modal/modal-store.ts';
import './promo.css';

/** Offers the purchase in the header, where a dialog would cover a live picture. */
export default function TokenKey() {
  const { t } = useLingui();
  return (
    <IconButton
      icon="coins"
      unread
      className="wheel-key"
      label={t`See what tokens cost`}
      onClick={() => openModal('tokens', { isPrompted: true })}
    />
  );
}
