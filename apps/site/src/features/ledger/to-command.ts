import { assert, isUuidV7, isWhole, type Tokens, type Uuid } from '@klieg/kernel';
import { accountOf, type LedgerAccount, moneyAccount, systemAccount } from './accounts.ts';
import { AMOUNT_TOKENS_MAX, type Command, type Leg, type TransferNote } from './commands.ts';
import type { LedgerRequest, Payee } from './requests.ts';
import { divide, legsOfHold, type Sharing, toHundredths } from './shares.ts';

type Of<Type extends LedgerRequest['type']> = Extract<LedgerRequest, { readonly type: Type }>;

/** @throws Error (a bug of the caller) for an amount, share or id that validation should have refused */
export function toCommand(request: LedgerRequest): Command {
  if (request.type === 'void' || request.type === 'raise') return ofHold(request);
  const { id } = request;
  assert(isUuidV7(id), 'a transfer id is a UUIDv7');
  const amountTokens = checkAmount('amountCents' in request ? request.amountCents : request.amountTokens);
  const note = 'note' in request && request.note ? { note: request.note } : {};
  const base = { id, amountTokens, ...note };
  switch (request.type) {
    case 'spend':
      return toSpend(request, base);
    case 'hold':
      return toHold(request, base);
    case 'post': {
      assert(isUuidV7(request.holdId) && request.holdId !== id, 'a post has its own id');
      const kind = request.kind ? { kind: request.kind } : {};
      return { op: 'post', ...base, ...kind, holdId: request.holdId, ...payeeOf(request, amountTokens) };
    }
    case 'capture':
      return toCapture(request, base);
    case 'refund':
      assert(isUuidV7(request.transferId) && request.transferId !== id, 'a refund has its own id');
      return { op: 'refund', ...base, kind: request.kind, transferId: request.transferId };
    default:
      return { op: 'transfer', ...base, feeTokens: 0, ...betweenAccounts(request) };
  }
}

interface Base {
  readonly id: Uuid;
  readonly amountTokens: Tokens;
  readonly note?: TransferNote;
}

/** Movements whose whole amount goes from one account to another. */
function betweenAccounts(request: Of<'credit' | 'debit' | 'split' | 'move' | 'money'>) {
  switch (request.type) {
    case 'credit': {
      const { kind, source, to, purse = 'spending', isPromotional, paidCents } = request;
      assert(paidCents === undefined || isWhole(paidCents), 'cents are whole');
      return {
        kind,
        debit: systemAccount(source),
        credit: accountOf(to, purse),
        ...(isPromotional && { purse: 'promotional' as const }),
        ...(paidCents !== undefined && { paidCents }),
      };
    }
    case 'debit': {
      const { kind, from, purse = 'spending', sink } = request;
      return { kind, debit: accountOf(from, purse), credit: systemAccount(sink) };
    }
    case 'split': {
      const { from, to } = request;
      assert(from !== to, 'nobody shares with himself');
      return { kind: 'split' as const, debit: accountOf(from, 'earning'), credit: accountOf(to, 'earning') };
    }
    case 'move': {
      const { kind, person, fromPurse, toPurse } = request;
      assert(fromPurse !== toPurse && fromPurse !== 'spending' && toPurse !== 'spending', 'earnings move');
      return {
        kind,
        debit: accountOf(person, fromPurse),
        credit: accountOf(person, toPurse),
        purse: 'paid_only' as const,
      };
    }
    case 'money': {
      const { kind, from, to } = request;
      return { kind, debit: moneyAccount(from.name, from.of), credit: moneyAccount(to.name, to.of) };
    }
  }
}

function toSpend(request: Of<'spend'>, base: Base): Command {
  assert(request.from !== request.to, 'nobody spends on himself');
  const command = {
    op: 'transfer' as const,
    ...base,
    ...limitOf(request),
    kind: request.kind,
    debit: accountOf(request.from, 'spending'),
    ...(request.isPaidOnly && { purse: 'paid_only' as const }),
    ...payeeOf(request, base.amountTokens),
  };
  assert(
    !command.legs?.some(({ account }) => account === command.debit),
    'nobody has a part of what he pays himself',
  );
  return command;
}

function toHold(request: Of<'hold'>, { id, amountTokens }: Base): Command {
  const { from, to, sharePercent, others } = request;
  assert(from !== to, 'nobody spends on himself');
  assert(Number.isFinite(request.expiresAt), 'a hold ends');
  const sharing =
    to && sharePercent !== undefined ? { to, sharePercent, ...(others && { others }) } : undefined;
  assert(!sharing || sharing.sharePercent > 0, 'captures pay somebody');
  const legs = sharing ? legsOfHold(sharing) : [];
  return {
    op: 'hold',
    id,
    amountTokens,
    ...limitOf(request),
    kind: request.kind,
    account: accountOf(from, request.purse ?? 'spending'),
    ...(to && { receiver: accountOf(to, 'earning') }),
    ...(sharing && { share: toHundredths(sharing.sharePercent) }),
    ...(legs.length > 0 && { legs }),
    ...(request.isPaidOnly && { purse: 'paid_only' }),
    machine: request.machine,
    expiresAt: request.expiresAt,
  };
}

function toCapture(request: Of<'capture'>, base: Base): Command {
  const { holdId, kind, raiseToTokens, isLast } = request;
  assert(isUuidV7(holdId) && holdId !== base.id, 'a capture has its own id');
  assert(!(isLast && raiseToTokens), 'a hold is raised or closed');
  return {
    op: 'capture',
    ...base,
    ...limitOf(request),
    holdId,
    ...(kind && { kind }),
    ...(raiseToTokens !== undefined && { raiseToTokens: checkAmount(raiseToTokens) }),
    ...(isLast && { isLast }),
  };
}

function ofHold(request: Of<'void' | 'raise'>): Command {
  const { holdId } = request;
  assert(isUuidV7(holdId), 'a hold id is a UUIDv7');
  if (request.type === 'void') return { op: 'void', holdId };
  return { op: 'raise', holdId, raiseToTokens: checkAmount(request.raiseToTokens), ...limitOf(request) };
}

function checkAmount(amount: number): number {
  assert(isWhole(amount, 1) && amount <= AMOUNT_TOKENS_MAX, `amount ${amount} out of range`);
  return amount;
}

function payeeOf(
  payee: Payee,
  amountTokens: Tokens,
): { credit: LedgerAccount; feeTokens: Tokens; legs?: readonly Leg[] } {
  if (typeof payee.to === 'string') return { credit: systemAccount(payee.to), feeTokens: 0 };
  const { receiverTokens, legs } = divide(amountTokens, payee as Sharing);
  return {
    credit: accountOf(payee.to, 'earning'),
    feeTokens: amountTokens - receiverTokens,
    ...(legs.length > 0 && { legs }),
  };
}

function limitOf({ siteDailyLimitTokens = 0 }: { readonly siteDailyLimitTokens?: Tokens }): {
  siteDailyLimitTokens: Tokens;
} {
  assert(isWhole(siteDailyLimitTokens), 'a daily limit is a whole number');
  return { siteDailyLimitTokens };
}
