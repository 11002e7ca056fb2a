import type { Payload } from '@klieg/contract';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lateApi } from '#app/shared/api/late-client.ts';
import { withTexts } from '#app/shared/language/with-texts.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { usePageRealtime } from '#app/shared/realtime/page-realtime.ts';
import { useMe } from '#app/shared/me/me-store.ts';
import { notPurchased } from './not-purchased.ts';
import { isOwnCharge } from './own-charges.ts';
import { takeRememberedOrder, takeRememberedPage } from './payment-redirect.ts';
import { returnFields, withoutReturn } from './payment-return.ts';

/** Its words come with the first payout. */
const loadTeller = withTexts(() => import('./tell-payout.ts'));

/** Where billers send the browser. */
const RETURN_PATH = '/account/tokens';

/**
 * A biller sent the browser back: the server explains the answer, a dialog shows it, the query is cleared and the page
 * of the purchase is restored.
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
    if (isReady && !fields && location.pathname === RETURN_PATH) {
      // Some billers say nothing when they send the browser back: then the order itself is read.
      const orderId = takeRememberedOrder();
      const page = orderId && takeRememberedPage();
      if (page) void navigate(page, { replace: true });
      if (orderId) openModal('payment-success', { orderId });
    }
    if (!isReady || !fields || told.current === location.search) return;
    told.current = location.search;
    const clear = () =>
      void navigate(
        takeRememberedPage() ?? { pathname: location.pathname, search: withoutReturn(location.search) },
        { replace: true },
      );
    lateApi.explainReturn({ body: fields }).then(
      ({ result, message, decline_code: code, order_id: named }) => {
        clear();
        const orderId = takeRememberedOrder() ?? named;
        if (result === 'success') openModal('payment-success', orderId ? { orderId } : {});
        else openModal('payment-failed', { message, ...(code && { code }), ...(orderId && { orderId }) });
      },
      () => clear(),
    );
  }, [isReady, location.pathname, location.search, navigate]);
}

/** `?token_form=1` opens the purchase on any page: the address then names the purchase itself (BILLING-031). */
export function useTokenFormAddress(): void {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    if (query.get('token_form') !== '1') return;
    query.delete('token_form');
    query.set('modal', 'tokens');
    void navigate({ pathname: location.pathname, search: `?${query}` }, { replace: true });
  }, [location.pathname, location.search, navigate]);
}

/**
 * A card on file that Epoch declined: shows what can be done, except on the page that has charged it, which has the
 * answer.
 */
async function tellEpochError(
  { order_id: orderId, error }: Payload<'v3.epoch_oneclick_error'>,
  general: string,
): Promise<void> {
  if (orderId && (await isOwnCharge(orderId))) return;
  openModal('payment-declined', {
    shouldVerify: false,
    message: error ?? general,
    ...(orderId && { orderId }),
  });
}

/** The result of an order that this page has not charged itself; its own are reported by the answer. */
async function tellOutcome(update: Payload<'v3.payment.update'>): Promise<void> {
  const { status, order_id: orderId, biller, tokens, error, declined_reason: code } = update;
  if ((status !== 'succeeded' && status !== 'declined') || (await isOwnCharge(orderId))) return;
  if (status === 'succeeded')
    return openModal('payment-success', {
      orderId,
      ...(typeof tokens === 'number' && { tokensAdded: tokens }),
    });
  const message = error ?? '';
  return biller === 'rocketgate'
    ? openModal('payment-declined', { shouldVerify: false, message, orderId })
    : openModal('payment-failed', { message, orderId, ...(code && { code }) });
}

/** News of orders and re-ups that arrive while any page is open. */
export function usePaymentNews(): void {
  const { i18n } = useLingui();
  const lobby = usePageRealtime()?.lobby;
  useEffect(() => {
    if (!lobby) return undefined;
    const stops = [
      lobby.on('v3.payment.update', (update) => void tellOutcome(update)),
      lobby.on('v3.epoch_oneclick_error', (told) => void tellEpochError(told, i18n._(notPurchased))),
      lobby.on('v3.token.update', ({ type, token_change: change }) => {
        if (type === 'payout' && change)
          void loadTeller().then(({ tellPayout }) => tellPayout(Math.abs(change), i18n));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [i18n, lobby]);
}
