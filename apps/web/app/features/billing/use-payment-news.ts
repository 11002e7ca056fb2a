import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../../shared/api/client.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { useMe } from '../../shared/me/me-store.ts';
import { takeRememberedPage } from './payment-redirect.ts';
import { returnFields, withoutReturn } from './payment-return.ts';

/**
 * A biller sent the browser back: the server explains the answer, a dialog shows it, the query is cleared and the
 * page on which the purchase began is there again.
 * The query proves nothing; the balance comes by the biller's own message to the server.
 */
export function usePaymentReturn(): void {
  const location = useLocation();
  const navigate = useNavigate();
  // The call carries the session's token, which is known together with the person.
  const isReady = useMe().kind !== 'unknown';
  const told = useRef('');
  useEffect(() => {
    const fields = returnFields(new URLSearchParams(location.search));
    if (!isReady || !fields || told.current === location.search) return;
    told.current = location.search;
    const clear = () =>
      void navigate(
        takeRememberedPage() ?? { pathname: location.pathname, search: withoutReturn(location.search) },
        { replace: true },
      );
    api.explainReturn({ body: fields }).then(
      ({ result, message, decline_code: code, order_id: orderId }) => {
        clear();
        if (result === 'success') openModal('payment-success', orderId ? { orderId } : {});
        else openModal('payment-failed', { message, ...(code && { code }), ...(orderId && { orderId }) });
      },
      () => clear(),
    );
  }, [isReady, location.pathname, location.search, navigate]);
}

/** News of orders and re-ups that arrive while any page is open. */
export function usePaymentNews(): void {
  const { t } = useLingui();
  const lobby = usePageRealtime()?.lobby;
  useEffect(() => {
    if (!lobby) return undefined;
    const stops = [
      lobby.on(
        'v3.payment.update',
        ({ status, order_id: orderId, tokens, error, declined_reason: reason }) => {
          if (status === 'succeeded')
            openModal('payment-success', {
              orderId,
              ...(typeof tokens === 'number' && { tokensAdded: tokens }),
            });
          if (status === 'declined')
            openModal('payment-failed', { message: error ?? '', orderId, ...(reason && { code: reason }) });
        },
      ),
      lobby.on('v3.epoch_oneclick_error', ({ error }) =>
        openModal('payment-declined', {
          shouldVerify: false,
          message: error ?? t`Error purchasing product, if this persists, please contact support.`,
        }),
      ),
      lobby.on('v3.token.update', ({ type, token_change: change }) => {
        if (type === 'payout' && change)
          showToast({ content: t`${Math.abs(change)} tokens removed for payout`, appearance: 'info' });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [lobby, t]);
}
