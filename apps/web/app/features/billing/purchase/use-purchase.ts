import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { followPurchase } from './follow-purchase.ts';
import { chargeHere } from '../payment/own-charges.ts';
import { holdWindow } from '../payment/payment-window.ts';
import { buyAtBiller, buyWithCard, type Wanted } from './start-purchase.ts';

/** Buys, one attempt at a time, and follows the result. */
export function usePurchase(): {
  /** What is being bought now. */
  readonly buying: Wanted | undefined;
  /** @param cardId a card on file; absent: on the biller's page */
  readonly buy: (wanted: Wanted, cardId?: string) => Promise<void>;
} {
  const { i18n, t } = useLingui();
  const [buying, setBuying] = useState<Wanted>();
  const buy = async (wanted: Wanted, cardId?: string) => {
    if (buying) return;
    setBuying(wanted);
    const held =
      cardId === undefined ? holdWindow(wanted.biller, t`The biller’s page is being opened …`) : undefined;
    const result =
      cardId === undefined
        ? await buyAtBiller(lateApi, wanted)
        : await chargeHere(buyWithCard(lateApi, wanted, cardId));
    setBuying(undefined);
    followPurchase(result, wanted, i18n, held);
  };
  return { buying, buy };
}
