import { type AccountId, type Clock, type Uuid } from '@klieg/kernel';
import { deriveTransferId, type Ledger } from '../ledger/index.ts';
import type { Wallet } from '../wallet/index.ts';

interface Charge {
  readonly key: Uuid;
  readonly payer: AccountId;
  readonly receiver: AccountId;
  readonly amountTokens: number;
  readonly messageId: string;
}

/** Takes tokens in two steps, so that nobody pays for a highlight that nobody saw. */
export interface HighlightCharge {
  /**
   * Holds the tokens for a minute, after which they are free again. A repeat of the key holds nothing more.
   * @throws spend errors; common.idempotency_key_reused when those of this key were released before
   */
  hold(charge: Charge): Promise<{ readonly id: Uuid }>;
  /** Pays from the hold; a repeat pays nothing. @throws common.unavailable when it was released */
  pay(charge: Charge): Promise<{ readonly spendable: number }>;
  /** What the payer has to spend when the key was paid for, else undefined. */
  findPaid(payer: AccountId, key: Uuid): Promise<number | undefined>;
}

interface Deps {
  readonly wallet: Pick<Wallet, 'hold' | 'post' | 'spendableOf'>;
  readonly ledger: Pick<Ledger, 'traceOf'>;
  /** The model's share, in percent. */
  readonly sharePercent: number;
  readonly clock: Clock;
}

/** A highlight that could not be placed in this time is not paid for. */
const HOLD_MS = 60_000;

export function makeHighlightCharge({ wallet, ledger, sharePercent, clock }: Deps): HighlightCharge {
  const holdIdOf = (payer: AccountId, key: Uuid) => deriveTransferId(`account:${payer}:highlight_hold`, key);
  const idOf = (payer: AccountId, key: Uuid) => deriveTransferId(`account:${payer}:highlight`, key);
  const isPaid = async (payer: AccountId, key: Uuid) =>
    (await ledger.traceOf(payer, idOf(payer, key))) !== undefined;

  return {
    async hold({ key, payer, receiver, amountTokens, messageId }) {
      const id = holdIdOf(payer, key);
      try {
        await wallet.hold({
          id,
          kind: 'tip',
          payer,
          receiver,
          amountTokens,
          machine: `highlight:${messageId}`,
          expiresAt: clock.now() + HOLD_MS,
        });
      } catch (error) {
        // The same press has paid meanwhile.
        if (!(await isPaid(payer, key))) throw error;
      }
      return { id };
    },
    async pay({ key, messageId, payer, receiver, amountTokens }) {
      const { spendable } = await wallet.post({
        id: idOf(payer, key),
        holdId: holdIdOf(payer, key),
        kind: 'tip',
        payer,
        receiver,
        amountTokens,
        sharePercent,
        note: { comment: 'Highlighted message', ref: { type: 'highlight', id: messageId } },
      });
      return { spendable };
    },
    findPaid: async (payer, key) => ((await isPaid(payer, key)) ? wallet.spendableOf(payer) : undefined),
  };
}
