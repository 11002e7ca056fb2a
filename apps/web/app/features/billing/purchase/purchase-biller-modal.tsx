import { Dialog } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { returnQuery } from '../payment/payment-return.ts';
import { useOrder } from './use-order.ts';

export interface PurchaseBillerModalProps {
  /** The biller's page, of a host that may be framed. */
  readonly link: string;
  readonly orderId: string;
  readonly onClose: () => void;
}

/**
 * The biller sent its frame back to us: what it says goes into this page's address, as if the browser had come back.
 */
function useFrameReturn() {
  const frame = useRef<HTMLIFrameElement>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      const search = returnQuery(data);
      if (search) void navigate({ pathname, search }, { replace: true });
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [navigate, pathname]);
  return frame;
}

/** The biller's own page inside this one; it closes when the order is decided. */
export default function PurchaseBillerModal({ link, orderId, onClose }: PurchaseBillerModalProps) {
  const { t } = useLingui();
  const frame = useFrameReturn();
  const order = useOrder(orderId);
  const state = order?.state;
  const code = order?.decline_code;
  useEffect(() => {
    if (state === 'succeeded') openModal('payment-success', { orderId });
    if (state === 'declined') openModal('payment-failed', { message: '', orderId, ...(code && { code }) });
  }, [state, code, orderId]);
  return (
    <Dialog title={<Trans>Pay at the biller</Trans>} onClose={onClose} width={720} bare>
      <iframe
        ref={frame}
        src={link}
        title={t`The biller's page`}
        className="purchase-frame"
        sandbox="allow-forms allow-scripts allow-same-origin allow-popups allow-top-navigation-by-user-activation"
        referrerPolicy="no-referrer"
      />
    </Dialog>
  );
}
