import { Dialog } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { openModal } from '../../shared/modal/modal-store.ts';
import { useOrder } from './use-order.ts';

export interface PurchaseBillerModalProps {
  /** The biller's page, of a host that may stand in a frame. */
  readonly link: string;
  readonly orderId: string;
  readonly onClose: () => void;
}

/** The biller's own page inside this one; it closes when the order is decided. */
export default function PurchaseBillerModal({ link, orderId, onClose }: PurchaseBillerModalProps) {
  const { t } = useLingui();
  const state = useOrder(orderId)?.state;
  useEffect(() => {
    if (state === 'succeeded') openModal('payment-success', { orderId });
    if (state === 'declined') openModal('payment-failed', { message: '', orderId });
  }, [state, orderId]);
  return (
    <Dialog title={<Trans>Pay at the biller</Trans>} onClose={onClose} width={720} bare>
      <iframe
        src={link}
        title={t`The biller's page`}
        className="h-[70dvh] w-full border-0"
        sandbox="allow-forms allow-scripts allow-same-origin allow-popups"
        referrerPolicy="no-referrer"
      />
    </Dialog>
  );
}
