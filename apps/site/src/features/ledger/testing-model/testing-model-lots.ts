import type { Uuid } from '@klieg/kernel';
import type { ModelAccount, ModelTransfer, State } from './testing-model-state.ts';

/* Which bought tokens of the ledger's model pay for what. */

/** Pays with the oldest bought tokens. @returns which purchases they came from */
function useLots(account: ModelAccount, tokens: number): { transfer: Uuid; tokens: number }[] {
  let missing = tokens;
  return account.lots.flatMap((lot) => {
    const used = Math.min(lot.left, missing);
    lot.left -= used;
    missing -= used;
    return used > 0 ? [{ transfer: lot.transfer, tokens: used }] : [];
  });
}

/** Bought tokens go to what is owed before they can be spent. */
function payOwed(account: ModelAccount): void {
  for (const { tokens } of useLots(account, account.owed)) account.owed -= tokens;
}

/** Pays with bought tokens; what there are too few of is paid by the next ones. */
export function payFromLots(account: ModelAccount, payment: Uuid, tokens: number): ModelTransfer['paidBy'] {
  const paidBy = useLots(account, tokens);
  const missing = paidBy.reduce((rest, part) => rest - part.tokens, tokens);
  if (missing > 0) account.short.push({ payment, tokens: missing });
  return paidBy;
}

/** Adds bought tokens. They pay first for earlier payments that had no lot left to come from, then for what is owed. */
export function addLot(state: State, account: ModelAccount, transfer: Uuid, tokens: number): void {
  account.lots.push({ transfer, left: tokens });
  for (const short of account.short) {
    const parts = useLots(account, short.tokens);
    for (const part of parts) short.tokens -= part.tokens;
    state.transfers.get(short.payment)!.paidBy.push(...parts);
  }
  account.short = account.short.filter((short) => short.tokens > 0);
  payOwed(account);
}

/** Takes bought tokens back: what is left of that purchase is gone, the rest is owed. */
export function takeLotBack(account: ModelAccount, transfer: Uuid, tokens: number): void {
  const lot = account.lots.find((one) => one.transfer === transfer);
  const gone = Math.min(tokens, lot?.left ?? 0);
  if (lot) lot.left -= gone;
  account.owed += tokens - gone;
  payOwed(account);
}
