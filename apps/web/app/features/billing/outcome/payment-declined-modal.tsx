import type { Product } from '@klieg/contract';
import { Button, Dialog, Icon, TokenAmount } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { balanceOf, useMember } from '#app/shared/me/me-store.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { useVerifyPath } from '#app/shared/site.ts';
import { alternatesOf } from '../purchase/alternates.ts';
import { BILLER_NAMES } from '../purchase/biller-names.ts';
import type { Wanted } from '../purchase/start-purchase.ts';
import { usePurchase } from '../purchase/use-purchase.ts';
import { LessWay, OtherCardWay, WayOn } from '../payment/way-on.tsx';
import '../purchase/purchase.css';

export interface PaymentDeclinedModalProps {
  readonly message?: string;
  /** Offer verification first, before all other ways; never to verified people. */
  readonly shouldVerify: boolean;
  /** Where the same can be bought at another biller; absent: it is asked for. */
  readonly alternates?: readonly Pick<Product, 'biller' | 'internal_id'>[];
  /** The package that was declined. */
  readonly internalId?: string;
  readonly orderId?: string;
  readonly onClose: () => void;
}

/** The other billers of cards: those that were named, else those that the packages name. */
function useAlternates(named: readonly Wanted[] | undefined): readonly Wanted[] {
  const [found, setFound] = useState<readonly Wanted[]>([]);
  const isNamed = named !== undefined;
  useEffect(() => {
    if (isNamed) return undefined;
    const stop = new AbortController();
    lateApi.listProducts({ body: {}, signal: stop.signal }).then(
      (products) => setFound(alternatesOf(products)),
      () => undefined,
    );
    return () => stop.abort();
  }, [isNamed]);
  return named ?? found;
}

/** Get verified first, the same at another biller, another card, another amount. */
function WaysOn({
  shouldVerify,
  alternates: named,
  internalId,
}: Pick<PaymentDeclinedModalProps, 'shouldVerify' | 'alternates' | 'internalId'>) {
  const isVerified = useMember()?.user.identity_confirmed === 1;
  const verifyAt = useVerifyPath();
  const alternates = useAlternates(named);
  const { buying, buy } = usePurchase();
  return (
    <div className="result-ways">
      {shouldVerify && !isVerified && (
        <WayOn
          icon="shield-check"
          title={<Trans>Get verified</Trans>}
          note={<Trans>Needed once; later payments go through more easily</Trans>}
          onPress={() => location.assign(`${verifyAt}?type=card`)}
        />
      )}
      {alternates.map((alternate) => (
        <WayOn
          key={alternate.biller}
          icon="arrow-clockwise"
          title={<Trans>Try an alternate biller</Trans>}
          note={<Trans>{BILLER_NAMES[alternate.biller]} often takes cards that others refuse</Trans>}
          isBusy={buying?.biller === alternate.biller}
          onPress={() => void buy(alternate)}
        />
      ))}
      <OtherCardWay onPress={() => openModal('tokens', { isRetry: true, startWith: 'other-card' })} />
      <LessWay onPress={() => openModal('tokens', { isRetry: true, startWith: { lessThan: internalId } })} />
    </div>
  );
}

/** A declined card: nothing was charged, then the ways on (BILLING-063 to BILLING-066, ERRORS-050). */
export default function PaymentDeclinedModal({
  message,
  orderId,
  onClose,
  ...ways
}: PaymentDeclinedModalProps) {
  const current = useMember();
  return (
    <Dialog
      title={<Trans>Your bank said no</Trans>}
      onClose={onClose}
      foot={
        <>
          {orderId && <span className="small figure text-ink-3">{orderId.slice(-12)}</span>}
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
          <h3>
            <Trans>Something went wrong. We couldn't process your credit card.</Trans>
          </h3>
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
      {message && <p>{message}</p>}
      <WaysOn {...ways} />
    </Dialog>
  );
}
