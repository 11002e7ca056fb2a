import { Button, Dialog, Icon, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { balanceOf, useMember } from '#app/shared/me/me-store.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { explainDecline } from '../payment/decline-sentences.ts';
import { notPurchased } from '../payment/not-purchased.ts';
import { iconOf, MethodName } from '../purchase/method-list.tsx';
import { paymentMethods } from '../purchase/payment-methods.ts';
import { useOrder } from '../purchase/use-order.ts';
import { useProducts } from '../purchase/use-products.ts';
import { LessWay, OtherCardWay, WayOn } from '../payment/way-on.tsx';
import '../purchase/purchase.css';

export interface PaymentFailedModalProps {
  /** The biller's reason as a sentence; empty without one. */
  readonly message: string;
  /** The biller's own words, shown with the sentence. */
  readonly reason?: string;
  readonly code?: string;
  readonly orderId?: string;
  readonly onClose: () => void;
}

/** How many ways to pay without a card are offered by name; the purchase has all of them. */
const NAMED_MAX = 2;

/** The same again, another card, a smaller package, and ways to pay without a card. */
function WaysOn({ orderId }: { readonly orderId: string | undefined }) {
  const internalId = useOrder(orderId)?.internal_id;
  const { products } = useProducts(true, {});
  const others = (products ? paymentMethods(products) : []).filter(
    (method) => method.kind === 'paypal' || method.kind === 'other',
  );
  const same = { isRetry: true, ...(internalId !== undefined && { internalId }) };
  return (
    <div className="result-ways">
      <WayOn
        icon="arrow-clockwise"
        title={<Trans>Try again</Trans>}
        note={<Trans>The same package; the problem may be over</Trans>}
        onPress={() => openModal('tokens', same)}
      />
      <OtherCardWay onPress={() => openModal('tokens', { ...same, startWith: 'other-card' })} />
      <LessWay onPress={() => openModal('tokens', { isRetry: true, startWith: { lessThan: internalId } })} />
      {others.slice(0, NAMED_MAX).map((method) => (
        <WayOn
          key={method.key}
          icon={iconOf(method)}
          title={<MethodName method={method} />}
          note={<Trans>Without a card</Trans>}
          onPress={() =>
            openModal('tokens', {
              ...same,
              biller: method.kind === 'other' ? method.biller : 'paypal',
            })
          }
        />
      ))}
    </div>
  );
}

/** A payment that did not happen: nothing was charged, why, and the ways on. */
export default function PaymentFailedModal({
  message,
  reason,
  code,
  orderId,
  onClose,
}: PaymentFailedModalProps) {
  const { i18n } = useLingui();
  const current = useMember();
  const why = code ? explainDecline(code, i18n) : message;
  return (
    <Dialog
      title={<Trans>Payment failed</Trans>}
      onClose={onClose}
      foot={
        <>
          {(code ?? orderId) && (
            <span className="small figure text-ink-3">
              {[code, orderId?.slice(-12)].filter(Boolean).join(' · ')}
            </span>
          )}
          <span className="grow" />
          <Button
            kind="line"
            onClick={() => openModal('contact-support', { topic: 'declined', ...(orderId && { orderId }) })}
          >
            <Trans>Ask support</Trans>
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-3" role="alert">
        <span className="result-mark result-mark-bad">
          <Icon name="prohibit-bold" size={22} />
        </span>
        <div>
          <h3>{why || i18n._(notPurchased)}</h3>
          <p className="text-ink-2">
            <Trans>Nothing was charged.</Trans>{' '}
            {current && (
              <Trans>
                Your balance is still <TokenAmount amountTokens={balanceOf(current)} />.
              </Trans>
            )}
          </p>
        </div>
      </div>
      {reason && <p>{reason}</p>}
      <WaysOn orderId={orderId} />
    </Dialog>
  );
}
