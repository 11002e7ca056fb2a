import type { Uuid } from '@klieg/kernel';
import { isSystemAccount, type LedgerAccount } from '../accounts.ts';
import type { BalanceAfter, Command, Outcome } from '../commands.ts';
import { accountIn, roll } from './testing-model-books.ts';
import type { Batch, ModelAccount, State } from './testing-model-state.ts';
import { decide, type Decision } from './testing-model-decide.ts';

/**
 * The rules of SPEC.md in the plainest form: one command after the other on maps in memory. Tests compare
 * the database with it.
 */
export function makeLedgerModel() {
  let state: State = { accounts: new Map(), transfers: new Map(), holds: new Map() };

  function apply(groups: readonly (readonly Command[])[], day: number): Outcome[][] {
    const batch: Batch = { free: new Map(), freePromo: new Map(), spent: new Map(), touched: new Set() };
    let current = batch;
    const decided = groups.map((group) => {
      const [before, batchBefore] = group.length > 1 ? structuredClone([state, current]) : [state, current];
      const decisions = group.map((command) => decide({ state, batch: current, day }, command));
      const blamed = decisions.findIndex((decision) => decision !== 'applied' && decision !== 'repeated');
      if (blamed < 0 || group.length === 1) return decisions;
      state = before;
      current = batchBefore;
      return decisions.map((decision, index): Decision =>
        index === blamed || (index < blamed && decision === 'repeated') ? decision : 'group_refused',
      );
    });
    for (const account of current.touched) accountIn(state, account).version += 1;
    return groups.map((group, at) =>
      group.map((command, index): Outcome => {
        const decision = decided[at]![index]!;
        const isRefusal = decision !== 'applied' && decision !== 'repeated';
        return {
          ...(isRefusal ? { status: 'refused', reason: decision } : { status: decision }),
          ...balancesOf(state, command),
          ...(isRefusal ? {} : leftOf(state, command)),
        };
      }),
    );
  }
  return {
    apply,
    account: (account: LedgerAccount): Readonly<ModelAccount> => accountIn(state, account),
    setDailyLimit(account: LedgerAccount, limit: number, day: number): void {
      const model = accountIn(state, account);
      model.dailyLimit = limit;
      model.version += 1;
      roll(model, day);
    },
    /** Which purchases paid for a transfer, in order. */
    paidBy: (id: Uuid) => state.transfers.get(id)?.paidBy ?? [],
    /** What of each purchase of a person is neither spent nor taken back, in order. */
    lotsOf: (account: LedgerAccount) => accountIn(state, account).lots,
    transferIds: (): Uuid[] => [...state.transfers.keys()],
    /** What was captured of a hold. */
    postedOf: (hold: Uuid): number => state.holds.get(hold)?.posted ?? 0,
    openHolds: (): Uuid[] => [...state.holds].filter(([, hold]) => hold.state === 'open').map(([id]) => id),
  };
}

/** What the hold of a capture or raise still holds. */
function leftOf(state: State, command: Command): { leftTokens?: number } {
  if (command.op !== 'capture' && command.op !== 'raise') return {};
  const hold = state.holds.get(command.holdId);
  return { leftTokens: hold?.state === 'open' ? hold.amount - hold.posted : 0 };
}

function balancesOf(state: State, command: Command): { debit?: BalanceAfter; credit?: BalanceAfter } {
  const [debit, credit] = accountsOf(state, command);
  const balance = (account: LedgerAccount | undefined): BalanceAfter | undefined => {
    if (!account || isSystemAccount(account)) return undefined;
    const { posted, held, floor, version, promo } = accountIn(state, account);
    return { spendable: Math.max(0, posted - held - floor), held, version, promotional: promo };
  };
  const [debitBalance, creditBalance] = [balance(debit), balance(credit)];
  return { ...(debitBalance && { debit: debitBalance }), ...(creditBalance && { credit: creditBalance }) };
}

function accountsOf(state: State, command: Command): readonly (LedgerAccount | undefined)[] {
  switch (command.op) {
    case 'transfer':
      return [command.debit, command.credit];
    case 'hold':
      return [command.account, command.receiver];
    case 'post': {
      const known = state.transfers.get(command.id);
      return known ? [known.debit, known.credit] : [state.holds.get(command.holdId)?.account, command.credit];
    }
    case 'capture': {
      const known = state.transfers.get(command.id);
      const hold = state.holds.get(command.holdId);
      return known ? [known.debit, known.credit] : [hold?.account, hold?.receiver];
    }
    case 'raise':
      return [state.holds.get(command.holdId)?.account, undefined];
    case 'void': {
      const hold = state.holds.get(command.holdId);
      return [hold?.account, hold?.receiver];
    }
    case 'refund': {
      const known = state.transfers.get(command.id);
      if (known) return [known.debit, known.credit];
      const original = state.transfers.get(command.transferId);
      return [original?.credit, original?.debit];
    }
  }
}
