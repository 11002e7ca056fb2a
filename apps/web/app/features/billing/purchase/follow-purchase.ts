import type { Opening } from '@klieg/contract';
import type { I18n } from '@lingui/core';
import { showToast } from '@klieg/ui';
import { api } from '#app/shared/api/client.ts';
import { explainOr } from '#app/shared/errors/explain-error.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { readCurrentUser } from '#app/shared/session/start-session.ts';
import { track } from '#app/shared/track.ts';
import { notPurchased } from '../payment/not-purchased.ts';
import { openPaymentLink } from '../payment/payment-link.ts';
import { rememberPage } from '../payment/payment-redirect.ts';
import type { PurchaseResult, Wanted } from './start-purchase.ts';

const LOGGED_MAX = 1_000;

/** Opens an order's payment page in the place that its biller needs. */
export function openBillerPage(
  {
    link,
    orderId,
    opens,
  }: {
    readonly link: string;
    readonly orderId: string;
    readonly opens: Opening;
  },
  /** The window that was opened at the press. */
  held?: Window,
): void {
  if (opens !== 'new_window') held?.close();
  track('purchase_link');
  void api.logPurchaseLink({ body: { link: link.slice(0, LOGGED_MAX) } }).catch(() => undefined);
  openPaymentLink(link, opens, {
    openWindow: (url) => {
      if (!held || held.closed) return window.open(url, '_blank');
      held.location.replace(url);
      return held;
    },
    go: (url) => location.assign(url),
    frame: (url) => openModal('purchase-biller', { link: url, orderId }),
    onWindow: () => openModal('payment-success', { orderId }),
    onLeave: () => rememberPage(location, orderId),
  });
}

/** Does what the outcome of an attempt to buy asks for: a dialog, the biller's page, or a word about it. */
export function followPurchase(
  result: PurchaseResult,
  wanted: Wanted,
  i18n: I18n,
  /** The window that was opened for the biller at the press. */
  held?: Window,
): void {
  if (result.kind !== 'link') held?.close();
  switch (result.kind) {
    case 'bought':
      void readCurrentUser().catch(() => undefined);
      return openModal('payment-success', { orderId: result.orderId, tokensAdded: result.tokensAdded });
    case 'unknown':
      return openModal('payment-success', { orderId: result.orderId });
    case 'link':
      return openBillerPage(result, held);
    case 'declined':
      return openModal('payment-declined', {
        message: result.text,
        shouldVerify: result.shouldVerify,
        alternates: result.alternatives.map((biller) => ({ biller, internal_id: wanted.internal_id })),
        internalId: wanted.internal_id,
        ...(result.orderId && { orderId: result.orderId }),
      });
    case 'failed':
      return openModal('payment-failed', {
        message: result.text,
        reason: result.reason,
        ...(result.orderId && { orderId: result.orderId }),
      });
    case 'limit':
      return openModal('daily-limit-verify', {});
    case 'refused':
      // Nothing was bought and the person has to choose again, so this stays until it is read.
      return showToast({
        content: explainOr(result.error, notPurchased, i18n),
        appearance: 'error',
        autoDismiss: false,
      });
  }
}
