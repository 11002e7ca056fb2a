import { isSystemAccount, type LedgerAccount } from './accounts.ts';
import type { Command, RefusalReason } from './commands.ts';
import {
  accountIn,
  count,
  freeOf,
  isCounted,
  move,
  payloadOf,
  release,
  type State,
  take,
  type Turn,
} from './testing-model-books.ts';

export type Decision = 'applied' | 'repeated' | RefusalReason;

type Of<Op extends Command['op']> = Extract<Command, { op: Op }>;

const NOBODY = 0 as LedgerAccount;

/** What is answered to an id that was used before; undefined for a new one. */
function knownTransfer(state: State, command: Exclude<Command, Of<'hold' | 'void'>>): Decision | undefined {
  const known = state.transfers.get(command.id);
  return known && (known.payload === payloadOf(command) ? 'repeated' : 'mismatch');
}

function transfer(turn: Turn, command: Of<'transfer'>): Decision {
  const { id, debit, credit, amountTokens, feeTokens } = command;
  const known = knownTransfer(turn.state, command);
  if (known) return known;
  const refusal = take(turn, debit, command);
  if (refusal) return refusal;
  const creditTokens = amountTokens - feeTokens;
  move(turn, command, { id, debit, debitTokens: amountTokens, credit, creditTokens });
  return 'applied';
}

function hold(turn: Turn, command: Of<'hold'>): Decision {
  const { state } = turn;
  const known = state.holds.get(command.id);
  if (known?.state === 'remembered') return 'hold_closed';
  if (known) return known.payload === payloadOf(command) ? 'repeated' : 'mismatch';
  const refusal = take(turn, command.account, command);
  if (refusal) return refusal;
  const model = accountIn(state, command.account);
  model.held += command.amountTokens;
  count(turn, command.receiver);
  state.holds.set(command.id, {
    payload: payloadOf(command),
    kind: command.kind,
    account: command.account,
    receiver: command.receiver,
    amount: command.amountTokens,
    day: isCounted(command.account, command.kind) ? model.spentDay : undefined,
    state: 'open',
  });
  return 'applied';
}

function post(turn: Turn, command: Of<'post'>): Decision {
  const { id, holdId, credit, amountTokens, feeTokens } = command;
  const held = turn.state.holds.get(holdId);
  const posted: Of<'post'> = { ...command, kind: command.kind ?? held?.kind ?? 'hold' };
  const known = knownTransfer(turn.state, posted);
  if (known) return known;
  if (!held || held.state === 'remembered') return 'unknown_hold';
  if (held.state !== 'open') return 'hold_closed';
  if (Math.floor(held.account / 8) === Math.floor(credit / 8)) return 'mismatch';
  if (amountTokens > held.amount) return 'over_hold';
  release(turn, held, held.amount - amountTokens);
  held.state = 'posted';
  const creditTokens = amountTokens - feeTokens;
  move(turn, posted, { id, debit: held.account, debitTokens: amountTokens, credit, creditTokens });
  return 'applied';
}

function voidHold(turn: Turn, { holdId }: Of<'void'>): Decision {
  const { holds } = turn.state;
  const held = holds.get(holdId);
  if (!held) {
    const nothing = { payload: '', kind: 'hold', account: NOBODY, receiver: undefined, amount: 0 } as const;
    holds.set(holdId, { ...nothing, day: undefined, state: 'remembered' });
    return 'applied';
  }
  if (held.state === 'posted') return 'hold_closed';
  if (held.state !== 'open') return 'repeated';
  release(turn, held, held.amount);
  held.state = 'voided';
  count(turn, held.receiver);
  return 'applied';
}

function refund(turn: Turn, command: Of<'refund'>): Decision {
  const { id, transferId, amountTokens } = command;
  const known = knownTransfer(turn.state, command);
  if (known) return known;
  const original = turn.state.transfers.get(transferId);
  if (!original || original.isRefund) return 'unknown_transfer';
  const back = original.refunded + amountTokens;
  if (back > original.debitTokens) return 'over_refund';
  const given = (refunded: number): number =>
    Math.floor((refunded * original.creditTokens) / original.debitTokens);
  const debitTokens = given(back) - given(original.refunded);
  original.refunded = back;
  const debit = original.credit;
  // A reversal lowers what later commands of the batch may use, but asks for no cover itself.
  if (!isSystemAccount(debit)) turn.batch.free.set(debit, freeOf(turn, debit) - debitTokens);
  move(turn, command, { id, debit, debitTokens, credit: original.debit, creditTokens: amountTokens });
  return 'applied';
}

/** Does what the command asks for, or leaves the books as they are and says why. */
export function decide(turn: Turn, command: Command): Decision {
  switch (command.op) {
    case 'transfer':
      return transfer(turn, command);
    case 'hold':
      return hold(turn, command);
    case 'post':
      return post(turn, command);
    case 'void':
      return voidHold(turn, command);
    case 'refund':
      return refund(turn, command);
  }
}
