import { type AccountId, assert, type Uuid } from '@klieg/kernel';
import type { BalanceAfter, Ledger, TransferNote } from '../ledger/index.ts';
import { moneyBack, type PaidMoney } from './purchase-money.ts';

/** A purchase, or a part of it, reversed by the biller. */
export interface TakenBack {
  /** The transfer's id: a repeat has no second effect. */
  readonly id: Uuid;
  readonly kind: 'refund' | 'chargeback';
  /** The purchase. */
  readonly transferId: Uuid;
  readonly amountTokens: number;
  /** Who bought. */
  readonly person: AccountId;
  /** The part of the price that goes back. */
  readonly paid: PaidMoney;
  readonly note: TransferNote;
}

type Part = Pick<Ledger, 'balanceOf' | 'openHoldsOf' | 'together' | 'findTransfer'>;

/** Holds are opened and closed meanwhile; each further try begins with those that are open then. */
const TRIES_MAX = 10;
/** A batch takes 500 commands. */
const VOIDS_MAX = 400;

/** The newest holds whose tokens cover the shortage. */
export function holdsToVoid<H extends { readonly id: Uuid; readonly amountTokens: number }>(
  open: readonly H[],
  missingTokens: number,
): readonly H[] {
  const chosen: H[] = [];
  let missing = missingTokens;
  for (const hold of open.toSorted((a, b) => (a.id < b.id ? 1 : -1))) {
    if (missing <= 0 || chosen.length >= VOIDS_MAX) break;
    chosen.push(hold);
    missing -= hold.amountTokens;
  }
  return chosen;
}

/** Frees holds on tokens that are gone; by now nothing is left, so new holds are refused. */
async function voidUncovered(ledger: Part, person: AccountId): Promise<void> {
  for (let again = 0; again < TRIES_MAX; again++) {
    const { posted, held, floor } = await ledger.balanceOf(person);
    const missing = floor - (posted - held);
    if (missing <= 0 || held === 0) return;
    const holds = holdsToVoid(await ledger.openHoldsOf(person), missing);
    if (holds.length === 0) return;
    // One by one: one that was paid in the meantime does not stop the others.
    for (const { id } of holds) await ledger.together([{ type: 'void', holdId: id }]);
  }
}

/**
 * Takes tokens of a purchase back, even if they were spent. Open holds that are no longer covered are voided in the
 * same batch, the newest first, so that nobody is paid later from money that is gone (S2405).
 * @returns the balance afterwards
 */
export async function takeBack(
  ledger: Part,
  { person, paid, ...back }: TakenBack,
): Promise<Pick<BalanceAfter, 'spendable' | 'held' | 'version'>> {
  for (let again = 0; ; again++) {
    assert(again < TRIES_MAX, `holds of ${person} are in the way of a ${back.kind}`);
    const [isRepeat, { posted, held, floor }, open] = await Promise.all([
      ledger.findTransfer(back.id).then((found) => found !== undefined),
      ledger.balanceOf(person),
      ledger.openHoldsOf(person),
    ]);
    const missing = back.amountTokens - (posted - held - floor);
    const voids = isRepeat ? [] : holdsToVoid(open, missing);
    const outcomes = await ledger.together([
      ...voids.map(({ id }) => ({ type: 'void' as const, holdId: id })),
      { type: 'refund', ...back },
      ...moneyBack(back.id, back.kind, paid, back.note),
    ]);
    const outcome = outcomes[voids.length];
    assert(outcome, 'a request has an outcome');
    // A hold that was to be voided has been paid meanwhile.
    if (outcome.status === 'refused' && outcome.reason === 'group_refused') continue;
    if (outcome.status === 'refused') throw new Error(`a ${back.kind} was refused: ${outcome.reason}`);
    await voidUncovered(ledger, person);
    return ledger.balanceOf(person);
  }
}
