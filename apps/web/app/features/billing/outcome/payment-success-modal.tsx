import { formatAmount, formatMoney } from '@klieg/i18n';
import { Button, Dialog, FactList, Icon, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { balanceOf, useMember } from '#app/shared/me/me-store.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { readCurrentUser } from '#app/shared/session/start-session.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { isOrderOpen, useOrder } from '../purchase/use-order.ts';
import '../purchase/purchase.css';

const readCompanies = (signal: AbortSignal) => lateApi.getBillingCompanies({ signal });

export interface PaymentSuccessModalProps {
  readonly orderId?: string;
  /** Known at once after a one-click purchase; otherwise the order says it. */
  readonly tokensAdded?: number;
  readonly onClose: () => void;
}

/** What was paid, and under which name. All rows come at once, so that the button below them moves only once. */
function OrderFacts({
  order,
  isWaiting,
}: {
  readonly order: Answer<'getOrder'>;
  readonly isWaiting: boolean;
}) {
  const { i18n } = useLingui();
  const { state: billedBy } = useLoaded('companies', readCompanies);
  if (billedBy.kind === 'loading') return null;
  const descriptor = billedBy.kind === 'ready' ? billedBy.value.descriptor : undefined;
  return (
    <FactList
      facts={[
        {
          label: isWaiting ? <Trans>Price</Trans> : <Trans>Paid</Trans>,
          value: <span className="figure">{formatMoney(order.amount, order.currency, i18n.locale)}</span>,
        },
        ...(descriptor
          ? [
              {
                label: <Trans>Statement text</Trans>,
                value: <span className="figure">{descriptor}</span>,
              },
            ]
          : []),
        {
          label: <Trans>Order</Trans>,
          value: <span className="figure">{order.order_id.slice(-12)}</span>,
        },
      ]}
    />
  );
}

/** Tokens arrived, or are on their way: the order is read until the biller has decided. */
export default function PaymentSuccessModal({ orderId, tokensAdded, onClose }: PaymentSuccessModalProps) {
  const { i18n } = useLingui();
  const current = useMember();
  const order = useOrder(orderId);
  const added = tokensAdded ?? (isOrderOpen(order) ? undefined : order?.tokens_added);
  const isWaiting = added === undefined;

  useEffect(() => {
    if (order?.state === 'succeeded') void readCurrentUser().catch(() => undefined);
    if (order && (order.state === 'declined' || order.state === 'expired'))
      openModal('payment-failed', {
        message: '',
        orderId: order.order_id,
        ...(order.decline_code && { code: order.decline_code }),
      });
  }, [order]);

  const amount = formatAmount(added ?? 0, i18n.locale);
  return (
    <Dialog
      title={isWaiting ? <Trans>Waiting for the biller</Trans> : <Trans>Tokens added</Trans>}
      onClose={onClose}
      foot={
        <Button kind="key" size="large" full onClick={onClose}>
          <Trans>Back to the page</Trans>
        </Button>
      }
    >
      <output className="flex items-center gap-3">
        <span className="result-mark result-mark-ok">
          {isWaiting ? <span className="spinner" /> : <Icon name="check-bold" size={22} />}
        </span>
        <div>
          <h3>
            {isWaiting ? (
              <Trans>Your payment is being confirmed</Trans>
            ) : (
              <Trans>{amount} tokens added</Trans>
            )}
          </h3>
          <p className="text-ink-2">
            {isWaiting ? (
              <Trans>You can close this. The tokens are added automatically.</Trans>
            ) : (
              <Trans>You can use them right away.</Trans>
            )}
          </p>
        </div>
      </output>
      {current && !isWaiting && (
        <div className="flex items-baseline gap-2">
          <TokenAmount amountTokens={balanceOf(current)} className="display" />
          <span className="text-ink-2">
            <Trans>new balance</Trans>
          </span>
        </div>
      )}
      {order && <OrderFacts order={order} isWaiting={isWaiting} />}
    </Dialog>
  );
}
