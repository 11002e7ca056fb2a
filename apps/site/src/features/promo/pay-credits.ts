import type { Wallet } from '../wallet/index.ts';
import type { CreditStore, PromoCredit } from './credit-store.ts';

/** Credits that are looked at together. */
const BATCH = 100;

/** Pays out what is due. The transfer has the credit's own id, so a crash or a second node pays nothing twice. */
export function makePayCredits(deps: {
  readonly credits: Pick<CreditStore, 'listDue' | 'markCredited'>;
  readonly wallet: Pick<Wallet, 'grant'>;
}) {
  /** @returns what the person can spend afterwards */
  const payOne = async ({ id, accountId, tokens, source, ref }: PromoCredit): Promise<number> => {
    const { spendable } = await deps.wallet.grant({
      id,
      receiver: accountId,
      amountTokens: tokens,
      note: { ref: { type: source === 'code' ? 'promo_code' : `${source}_wheel`, id: ref } },
    });
    await deps.credits.markCredited(id);
    return spendable;
  };
  return {
    payOne,
    /** Pays what nobody has paid yet, for example after a crash or once an address was confirmed. */
    async payDue(): Promise<void> {
      for (const credit of await deps.credits.listDue(BATCH)) await payOne(credit);
    },
  };
}

export type PayCredits = ReturnType<typeof makePayCredits>;
