import type { callsByFeature, LedgerRow, Trace } from '@klieg/contract';
import { type AccountId, AppError, type Clock, isUuidV7, toInstant, type Uuid } from '@klieg/kernel';
import type { Caller, Handlers } from '../../platform/http/index.ts';
import type { Holder } from './accounts.ts';
import type { HistoryRow, Posting, TransferTrace } from './history-store.ts';
import type { Ledger } from './make-ledger.ts';

export interface LedgerCaller extends Caller {
  readonly account: { readonly id: AccountId; readonly type: 'model' | 'other' } | null;
}

interface Deps {
  readonly ledger: Ledger;
  readonly namesOf: (ids: readonly AccountId[]) => Promise<ReadonlyMap<AccountId, string>>;
  readonly purchaseLimitCents: number;
  readonly boughtTodayCents: (id: AccountId) => Promise<number>;
  readonly clock: Clock;
}

const systemLabels = {
  platform: 'platform',
  billers: 'biller',
  promotions: 'promotion',
  payouts: 'payout',
  adjustments: 'adjustment',
} as const;

const presentRow = (row: HistoryRow, names: ReadonlyMap<AccountId, string>): LedgerRow => ({
  id: row.id,
  kind: row.kind,
  tokens: row.tokens,
  balance_after: row.balanceAfter,
  at: toInstant(row.at),
  counterpart: (row.counterpartPerson && names.get(row.counterpartPerson)) ?? row.counterpart ?? null,
  ref: row.ref ?? null,
  comment: row.comment ?? null,
});

const presentPosting = (
  posting: Posting,
  me: AccountId,
  names: ReadonlyMap<AccountId, string>,
): Trace['postings'][number] => {
  const { holder, tokens } = posting;
  const sides = { debit: tokens < 0 ? -tokens : 0, credit: tokens > 0 ? tokens : 0 };
  if ('system' in holder)
    return {
      entry: posting.number ?? 0,
      account: systemLabels[holder.system],
      mine: false,
      username: null,
      ...sides,
    };
  return {
    entry: posting.number ?? 0,
    account: holder.purse === 'spending' ? 'spendable' : 'earned',
    mine: holder.person === me,
    username: names.get(holder.person) ?? null,
    ...sides,
  };
};

const personsOf = (holders: readonly Holder[]): AccountId[] =>
  holders.flatMap((holder) => ('person' in holder ? [holder.person] : []));

const presentTrace = (trace: TransferTrace, me: AccountId, names: ReadonlyMap<AccountId, string>): Trace => {
  const mine = trace.postings.filter(({ holder }) => 'person' in holder && holder.person === me);
  const others = personsOf([trace.debit, trace.credit]).filter((person) => person !== me);
  return {
    id: trace.id,
    kind: trace.kind,
    at: toInstant(trace.at),
    tokens: mine.reduce((sum, posting) => sum + posting.tokens, 0),
    counterpart: (others[0] && names.get(others[0])) ?? trace.counterpart ?? null,
    ref: trace.ref ?? null,
    comment: trace.comment ?? null,
    postings: trace.postings.map((posting) => presentPosting(posting, me, names)),
  };
};

const dayAfter = (date: string): number => Date.parse(date) + 24 * 3_600_000;

export function makeLedgerHandlers<C extends LedgerCaller>(
  deps: Deps,
): Handlers<(typeof callsByFeature)['ledger'], C> {
  return {
    async listHistory({ query }, { caller }) {
      const { id, type } = caller.account!;
      const page = await deps.ledger.historyOf(id, {
        purse: type === 'model' ? 'earning' : 'spending',
        limit: query.limit,
        ...(query.cursor !== undefined && { cursor: query.cursor }),
        ...(query.kind !== undefined && { kind: query.kind }),
        ...(query.from !== undefined && { from: Date.parse(query.from) }),
        ...(query.to !== undefined && { to: dayAfter(query.to) }),
      });
      const names = await deps.namesOf(page.rows.flatMap((row) => row.counterpartPerson ?? []));
      return { items: page.rows.map((row) => presentRow(row, names)), next_cursor: page.cursor ?? null };
    },
    async traceTransfer({ params }, { caller }) {
      const { id } = caller.account!;
      const trace = isUuidV7(params.id) ? await deps.ledger.traceOf(id, params.id as Uuid) : undefined;
      if (!trace) throw new AppError('common.not_found');
      const names = await deps.namesOf(personsOf(trace.postings.map((posting) => posting.holder)));
      return presentTrace(trace, id, names);
    },
    async getDailyLimit(_input, { caller }) {
      const { id } = caller.account!;
      const [balance, boughtCents] = await Promise.all([
        deps.ledger.balanceOf(id),
        deps.boughtTodayCents(id),
      ]);
      const limit = balance.dailyLimitTokens;
      const midnight = new Date(deps.clock.now());
      midnight.setUTCHours(24, 0, 0, 0);
      return {
        daily_limit: limit,
        used_today: balance.spentTodayTokens,
        remaining: limit === 0 ? null : Math.max(0, limit - balance.spentTodayTokens),
        resets_at: toInstant(midnight),
        purchase_limit_cents: deps.purchaseLimitCents,
        purchase_used_cents: boughtCents,
        purchase_remaining_cents: Math.max(0, deps.purchaseLimitCents - boughtCents),
        can_raise: true,
        raise_needs: 'none',
        pending: null,
      };
    },
  };
}
