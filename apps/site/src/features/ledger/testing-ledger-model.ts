import type { Uuid } from '@klieg/kernel';
import { isSystemAccount, type LedgerAccount } from './accounts.ts';
import type { BalanceAfter, Command, Outcome, RefusalReason } from './commands.ts';
import { countsForDailyLimit, type LedgerKind } from './kinds.ts';

interface ModelAccount {
  posted: number;
  held: number;
  floor: number;
  dailyLimit: number;
  spentDay: number;
  spent: number;
  version: number;
  feed: number;
}

interface ModelTransfer {
  readonly payload: string;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly debitTokens: number;
  readonly creditTokens: number;
  readonly isRefund: boolean;
  refunded: number;
}

interface ModelHold {
  readonly payload: string;
  readonly kind: LedgerKind;
  readonly account: LedgerAccount;
  readonly receiver: LedgerAccount | undefined;
  readonly amount: number;
  readonly day: number | undefined;
  state: 'open' | 'posted' | 'voided' | 'remembered';
}

interface State {
  readonly accounts: Map<LedgerAccount, ModelAccount>;
  readonly transfers: Map<Uuid, ModelTransfer>;
  readonly holds: Map<Uuid, ModelHold>;
}

/** What the commands of a batch may use: cover and limits as at its start, less what the batch took. */
interface Batch {
  readonly free: Map<LedgerAccount, number>;
  readonly spent: Map<LedgerAccount, number>;
  readonly touched: Set<LedgerAccount>;
}

type Decision = 'applied' | 'repeated' | RefusalReason;

/**
 * The rules of SPEC.md in the plainest form: one command after the other on maps in memory. Tests compare
 * the database with it.
 */
export function makeLedgerModel() {
  let state: State = { accounts: new Map(), transfers: new Map(), holds: new Map() };

  function apply(groups: readonly (readonly Command[])[], day: number): Outcome[][] {
    const batch: Batch = { free: new Map(), spent: new Map(), touched: new Set() };
    let current = batch;
    const decided = groups.map((group) => {
      const [before, batchBefore] = group.length > 1 ? structuredClone([state, current]) : [state, current];
      const decisions = group.map((command) => decide(state, current, command, day));
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
    openHolds: (): Uuid[] => [...state.holds].filter(([, hold]) => hold.state === 'open').map(([id]) => id),
  };
}

function accountIn(state: State, account: LedgerAccount): ModelAccount {
  let found = state.accounts.get(account);
  if (!found) {
    found = { posted: 0, held: 0, floor: 0, dailyLimit: 0, spentDay: -1, spent: 0, version: 0, feed: 0 };
    state.accounts.set(account, found);
  }
  return found;
}

function roll(account: ModelAccount, day: number): void {
  if (account.spentDay >= day) return;
  account.spentDay = day;
  account.spent = 0;
}

function decide(state: State, batch: Batch, command: Command, day: number): Decision {
  switch (command.op) {
    case 'transfer': {
      const known = state.transfers.get(command.id);
      if (known) return known.payload === payloadOf(command) ? 'repeated' : 'mismatch';
      const refusal = take(state, batch, command.debit, command.amountTokens, command, day);
      if (refusal) return refusal;
      move(
        state,
        batch,
        command.id,
        command,
        command.debit,
        command.amountTokens,
        command.credit,
        command.amountTokens - command.feeTokens,
      );
      return 'applied';
    }
    case 'hold': {
      const known = state.holds.get(command.id);
      if (known?.state === 'remembered') return 'hold_closed';
      if (known) return known.payload === payloadOf(command) ? 'repeated' : 'mismatch';
      const refusal = take(state, batch, command.account, command.amountTokens, command, day);
      if (refusal) return refusal;
      accountIn(state, command.account).held += command.amountTokens;
      count(state, batch, command.receiver);
      const isCounted = command.account % 8 === 1 && countsForDailyLimit(command.kind);
      state.holds.set(command.id, {
        payload: payloadOf(command),
        kind: command.kind,
        account: command.account,
        receiver: command.receiver,
        amount: command.amountTokens,
        day: isCounted ? accountIn(state, command.account).spentDay : undefined,
        state: 'open',
      });
      return 'applied';
    }
    case 'post': {
      const hold = state.holds.get(command.holdId);
      const post: Command = { ...command, kind: command.kind ?? hold?.kind ?? 'hold' };
      const known = state.transfers.get(command.id);
      if (known) return known.payload === payloadOf(post) ? 'repeated' : 'mismatch';
      if (!hold || hold.state === 'remembered') return 'unknown_hold';
      if (hold.state !== 'open') return 'hold_closed';
      if (Math.floor(hold.account / 8) === Math.floor(command.credit / 8)) return 'mismatch';
      if (command.amountTokens > hold.amount) return 'over_hold';
      release(state, batch, hold, hold.amount - command.amountTokens, day);
      hold.state = 'posted';
      move(
        state,
        batch,
        command.id,
        post,
        hold.account,
        command.amountTokens,
        command.credit,
        command.amountTokens - command.feeTokens,
      );
      return 'applied';
    }
    case 'void': {
      const hold = state.holds.get(command.holdId);
      if (!hold) {
        const nobody = 0 as LedgerAccount;
        state.holds.set(command.holdId, {
          payload: '',
          kind: 'hold',
          account: nobody,
          receiver: undefined,
          amount: 0,
          day: undefined,
          state: 'remembered',
        });
        return 'applied';
      }
      if (hold.state === 'posted') return 'hold_closed';
      if (hold.state !== 'open') return 'repeated';
      release(state, batch, hold, hold.amount, day);
      hold.state = 'voided';
      count(state, batch, hold.receiver);
      return 'applied';
    }
    case 'refund': {
      const known = state.transfers.get(command.id);
      if (known) return known.payload === payloadOf(command) ? 'repeated' : 'mismatch';
      const original = state.transfers.get(command.transferId);
      if (!original || original.isRefund) return 'unknown_transfer';
      const back = original.refunded + command.amountTokens;
      if (back > original.debitTokens) return 'over_refund';
      const given = (refunded: number): number =>
        Math.floor((refunded * original.creditTokens) / original.debitTokens);
      const debitTokens = given(back) - given(original.refunded);
      original.refunded = back;
      const receiver = original.credit;
      if (!isSystemAccount(receiver)) {
        // A reversal lowers what later commands of the batch may use, but asks for no cover itself.
        batch.free.set(receiver, freeOf(state, batch, receiver) - debitTokens);
      }
      move(state, batch, command.id, command, receiver, debitTokens, original.debit, command.amountTokens);
      return 'applied';
    }
  }
}

function freeOf(state: State, batch: Batch, account: LedgerAccount): number {
  const { posted, held, floor } = accountIn(state, account);
  return batch.free.get(account) ?? posted - held - floor;
}

/** Remembers cover and spend of an account before the batch changes them. */
function open(state: State, batch: Batch, account: LedgerAccount, day: number): ModelAccount {
  const model = accountIn(state, account);
  roll(model, day);
  if (!batch.free.has(account)) batch.free.set(account, freeOf(state, batch, account));
  if (!batch.spent.has(account)) batch.spent.set(account, model.spent);
  return model;
}

function take(
  state: State,
  batch: Batch,
  account: LedgerAccount,
  amount: number,
  command: Extract<Command, { op: 'transfer' | 'hold' }>,
  day: number,
): RefusalReason | undefined {
  if (isSystemAccount(account)) return undefined;
  const model = open(state, batch, account, day);
  const isCounted = account % 8 === 1 && countsForDailyLimit(command.kind);
  const spent = batch.spent.get(account)! + amount;
  if (isCounted) {
    const site = command.siteDailyLimitTokens ?? 0;
    if (model.dailyLimit > 0 && spent > model.dailyLimit) return 'user_daily_limit';
    if (site > 0 && spent > site) return 'over_daily_limit';
  }
  const free = batch.free.get(account)!;
  if (free < amount) return 'not_enough_tokens';
  batch.free.set(account, free - amount);
  if (isCounted) {
    batch.spent.set(account, spent);
    model.spent += amount;
  }
  batch.touched.add(account);
  return undefined;
}

/** Closes a hold; what it gives back can be used from the next batch on. */
function release(state: State, batch: Batch, hold: ModelHold, unspent: number, day: number): void {
  const model = open(state, batch, hold.account, day);
  model.held -= hold.amount;
  if (hold.day === model.spentDay) model.spent -= unspent;
  batch.touched.add(hold.account);
}

function count(state: State, batch: Batch, account: LedgerAccount | undefined): void {
  if (!account || isSystemAccount(account)) return;
  accountIn(state, account).feed += 1;
  batch.touched.add(account);
}

function move(
  state: State,
  batch: Batch,
  id: Uuid,
  command: Command,
  debit: LedgerAccount,
  debitTokens: number,
  credit: LedgerAccount,
  creditTokens: number,
): void {
  for (const [account, tokens] of [
    [debit, -debitTokens],
    [credit, creditTokens],
  ] as const) {
    if (isSystemAccount(account)) continue;
    if (!batch.free.has(account)) batch.free.set(account, freeOf(state, batch, account));
    accountIn(state, account).posted += tokens;
    count(state, batch, account);
  }
  state.transfers.set(id, {
    payload: payloadOf(command),
    debit,
    credit,
    debitTokens,
    creditTokens,
    isRefund: command.op === 'refund',
    refunded: 0,
  });
}

/** What must be equal for a repeat; limits and the time of expiry are no part of it. */
function payloadOf(command: Command): string {
  const {
    siteDailyLimitTokens: _,
    expiresAt: __,
    ...payload
  } = { siteDailyLimitTokens: 0, expiresAt: 0, ...command };
  return JSON.stringify(Object.entries(payload).sort(([a], [b]) => a.localeCompare(b)));
}

function balancesOf(state: State, command: Command): { debit?: BalanceAfter; credit?: BalanceAfter } {
  const [debit, credit] = accountsOf(state, command);
  const balance = (account: LedgerAccount | undefined): BalanceAfter | undefined => {
    if (!account || isSystemAccount(account)) return undefined;
    const { posted, held, floor, version } = accountIn(state, account);
    return { spendable: Math.max(0, posted - held - floor), held, version };
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
