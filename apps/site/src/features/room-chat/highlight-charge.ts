import { type AccountId, AppError, type Clock, type Uuid } from '@klieg/kernel';
import { balancesOrRefuse, deriveTransferId, type Ledger, type Outcome } from '../ledger/index.ts';

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
   * Sets the tokens aside for a minute, after which they are free again. A repeat of the key sets nothing
   * aside.
   * @throws spend errors; common.unavailable when those of this key were given back before
   */
  hold(charge: Charge): Promise<{ readonly id: Uuid }>;
  /** Pays what was set aside; a repeat pays nothing. @throws common.unavailable when it was given back */
  pay(charge: Charge): Promise<{ readonly spendable: number; readonly isRepeat: boolean }>;
  /** What the payer has to spend when the key was paid for, else undefined. */
  findPaid(payer: AccountId, key: Uuid): Promise<number | undefined>;
}

interface Deps {
  readonly ledger: Pick<Ledger, 'hold' | 'post' | 'openHoldsOf' | 'traceOf' | 'balanceOf'>;
  /** Shows both sides what they have after the payment; returns what the payer can spend. */
  readonly announce: (
    id: Uuid,
    outcome: Outcome,
    charge: Pick<Charge, 'payer' | 'receiver' | 'amountTokens'> & { readonly sharePercent: number },
  ) => number;
  /** The model's share, in percent. */
  readonly sharePercent: number;
  readonly clock: Clock;
}

/** A highlight that could not be placed in this time is not paid for. */
const HOLD_MS = 60_000;

export function makeHighlightCharge({ ledger, announce, sharePercent, clock }: Deps): HighlightCharge {
  const holdIdOf = (payer: AccountId, key: Uuid) => deriveTransferId(`account:${payer}:highlight_hold`, key);
  const idOf = (payer: AccountId, key: Uuid) => deriveTransferId(`account:${payer}:highlight`, key);
  const isPaid = async (payer: AccountId, key: Uuid) =>
    (await ledger.traceOf(payer, idOf(payer, key))) !== undefined;

  return {
    async hold({ key, payer, receiver, amountTokens, messageId }) {
      const id = holdIdOf(payer, key);
      const outcome = await ledger.hold({
        id,
        kind: 'tip',
        from: payer,
        to: receiver,
        amountTokens,
        machine: `highlight:${messageId}`,
        expiresAt: clock.now() + HOLD_MS,
      });
      balancesOrRefuse(outcome);
      if (outcome.status === 'repeated') {
        const isOpen = (await ledger.openHoldsOf(payer)).some((hold) => hold.id === id);
        if (!isOpen && !(await isPaid(payer, key))) throw new AppError('common.unavailable');
      }
      return { id };
    },
    async pay({ key, messageId, ...charge }) {
      const id = idOf(charge.payer, key);
      const outcome = await ledger.post({
        id,
        holdId: holdIdOf(charge.payer, key),
        to: charge.receiver,
        amountTokens: charge.amountTokens,
        sharePercent,
        note: { comment: 'Highlighted message', ref: { type: 'highlight', id: messageId } },
      });
      if (outcome.status === 'refused' && outcome.reason === 'hold_closed')
        throw new AppError('common.unavailable');
      const spendable = announce(id, outcome, { ...charge, sharePercent });
      return { spendable, isRepeat: outcome.status === 'repeated' };
    },
    findPaid: async (payer, key) =>
      (await isPaid(payer, key)) ? (await ledger.balanceOf(payer)).spendable : undefined,
  };
}
