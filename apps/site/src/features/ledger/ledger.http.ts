import type { callsByFeature, LedgerRow, Trace } from '@klieg/contract';
import { type AccountId, AppError, type Clock, isUuidV7, toInstant, type Uuid } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Caller, Handlers } from '../../platform/http/index.ts';
import type { Holder } from './accounts.ts';
import type { HistoryRow, Posting, TransferTrace } from './reads/history-store.ts';
import type { Ledger } from './make-ledger.ts';
import { makeStatement } from './reads/make-statement.ts';
import type { About, ReadAbouts } from './reads/present-about.ts';
import { ripeFrom } from './lots/ripe-from.ts';

export interface LedgerCaller extends Caller {
  readonly account: {
    readonly id: AccountId;
    readonly username: string;
    readonly type: 'model' | 'other';
    readonly complianceStatus: string;
  } | null;
}

type Person = NonNullable<LedgerCaller['account']>;

/** What other features know of somebody's limits. */
export interface KnownLimits {
  readonly purchaseLimitCentsOf: (account: Person) => number;
  readonly boughtTodayCents: (id: AccountId) => Promise<number>;
  readonly limitRaise: {
    /** The higher limit of spending that counts later. */
    readonly pendingOf: (
      account: Person,
    ) => Promise<{ readonly daily_limit: number; readonly from: string } | null>;
    readonly raiseNeeds: (account: Person) => 'none' | 'verify';
  };
}

/** What a person is called. */
export interface Named {
  readonly username: string;
  readonly displayName: string;
}

type Names = ReadonlyMap<AccountId, Named>;

interface Deps<C> extends KnownLimits {
  readonly ledger: Ledger;
  readonly namesOf: (ids: readonly AccountId[]) => Promise<Names>;
  readonly siteNameOf: (caller: C) => string;
  readonly readAbouts: ReadAbouts;
  readonly clock: Clock;
}

const systemLabels = {
  platform: 'platform',
  billers: 'biller',
  promotions: 'promotion',
  payouts: 'payout',
  adjustments: 'adjustment',
} as const;

/** The other side, by the username and by the name that pages show. */
const presentOther = (person: AccountId | undefined, names: Names, noted: string | undefined) => {
  const named = person && names.get(person);
  return { counterpart: named?.username ?? noted ?? null, counterpart_name: named?.displayName ?? null };
};

const presentRow = (row: HistoryRow, names: Names, about: About | null): LedgerRow => ({
  id: row.id,
  kind: row.kind,
  tokens: row.tokens,
  balance_after: row.balanceAfter,
  at: toInstant(row.at),
  ...presentOther(row.counterpartPerson, names, row.counterpart),
  ref: row.ref ?? null,
  comment: row.comment ?? null,
  about,
});

const purseLabels = {
  spending: 'spendable',
  earning: 'earned',
  payable: 'payable',
  reserve: 'reserve',
} as const;

/** From when on the caller's earnings can be paid out; moves between one person's purses were earned before. */
function payableFrom({ holder, tokens }: Posting, me: AccountId, { at, debit, credit }: TransferTrace) {
  if (!('person' in holder) || holder.person !== me || holder.purse !== 'earning' || tokens <= 0) return null;
  const isMove = 'person' in debit && 'person' in credit && debit.person === credit.person;
  return isMove ? null : toInstant(ripeFrom(at));
}

const presentPosting = (
  posting: Posting,
  me: AccountId,
  trace: TransferTrace,
  names: Names,
): Trace['postings'][number] => {
  const { holder, tokens } = posting;
  const sides = { debit: tokens < 0 ? -tokens : 0, credit: tokens > 0 ? tokens : 0 };
  if (!('person' in holder))
    return {
      entry: posting.number ?? 0,
      account: 'system' in holder ? systemLabels[holder.system] : 'platform',
      mine: false,
      username: null,
      ...sides,
      payable_from: null,
    };
  return {
    entry: posting.number ?? 0,
    account: purseLabels[holder.purse],
    mine: holder.person === me,
    username: names.get(holder.person)?.username ?? null,
    ...sides,
    payable_from: payableFrom(posting, me, trace),
  };
};

const personsOf = (holders: readonly Holder[]): AccountId[] =>
  holders.flatMap((holder) => ('person' in holder ? [holder.person] : []));

const presentTrace = (
  trace: TransferTrace,
  me: AccountId,
  { names, about }: { readonly names: Names; readonly about: About | null },
): Trace => {
  const mine = trace.postings.filter(({ holder }) => 'person' in holder && holder.person === me);
  const others = personsOf([trace.debit, trace.credit]).filter((person) => person !== me);
  return {
    id: trace.id,
    kind: trace.kind,
    at: toInstant(trace.at),
    tokens: mine.reduce((sum, posting) => sum + posting.tokens, 0),
    ...presentOther(others[0], names, trace.counterpart),
    ref: trace.ref ?? null,
    comment: trace.comment ?? null,
    about,
    held: trace.held ? { at: toInstant(trace.held.at), tokens: trace.held.tokens } : null,
    refunded_tokens: trace.refundedTokens,
    promotional_tokens: trace.promotionalTokens,
    postings: trace.postings.map((posting) => presentPosting(posting, me, trace, names)),
  };
};

const dayAfter = (date: string): number => Date.parse(date) + DAY_MS;

export function makeLedgerHandlers<C extends LedgerCaller>(
  deps: Deps<C>,
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
      const abouts = await deps.readAbouts(page.rows.map((row) => row.id));
      const { archived, cursor } = page;
      const isOlder =
        archived && cursor === undefined && Date.parse(query.from ?? '1970-01-01') < archived.before;
      return {
        items: page.rows.map((row) => presentRow(row, names, abouts.get(row.id) ?? null)),
        next_cursor: cursor ?? null,
        archived_before: isOlder ? toInstant(archived.before) : null,
      };
    },
    async traceTransfer({ params }, { caller }) {
      const { id } = caller.account!;
      const trace = isUuidV7(params.id) ? await deps.ledger.traceOf(id, params.id as Uuid) : undefined;
      if (!trace) throw new AppError('common.not_found');
      const [names, abouts] = await Promise.all([
        deps.namesOf(personsOf(trace.postings.map((posting) => posting.holder))),
        deps.readAbouts([trace.id]),
      ]);
      return presentTrace(trace, id, { names, about: abouts.get(trace.id) ?? null });
    },
    async getSpending({ query }, { caller }) {
      const since = deps.clock.now() - query.days * DAY_MS;
      const spent = await deps.ledger.spentSince(caller.account!.id, since);
      return { items: spent.map(({ at, kind, tokens }) => ({ at: toInstant(new Date(at)), kind, tokens })) };
    },
    async getStatement({ query }, { caller }) {
      const { id, type, username } = caller.account!;
      // A file is for one's books, where the name is the one that does not change.
      const namesOf = async (ids: readonly AccountId[]) =>
        new Map([...(await deps.namesOf(ids))].map(([person, named]) => [person, named.username]));
      const { ledger, readAbouts } = deps;
      const uses = { ledger, readAbouts, namesOf, siteName: deps.siteNameOf(caller) };
      return makeStatement(uses, {
        person: id,
        username,
        purses: type === 'model' ? ['earning', 'payable', 'reserve'] : ['spending'],
        from: query.from,
        to: query.to,
      });
    },
    async getDailyLimit(_input, { caller }) {
      const account = caller.account!;
      const [balance, boughtCents, pending] = await Promise.all([
        deps.ledger.balanceOf(account.id),
        deps.boughtTodayCents(account.id),
        deps.limitRaise.pendingOf(account),
      ]);
      const purchaseLimitCents = deps.purchaseLimitCentsOf(account);
      const needs = deps.limitRaise.raiseNeeds(account);
      const limit = balance.dailyLimitTokens;
      const midnight = new Date(deps.clock.now());
      midnight.setUTCHours(24, 0, 0, 0);
      return {
        daily_limit: limit,
        used_today: balance.spentTodayTokens,
        remaining: limit === 0 ? null : Math.max(0, limit - balance.spentTodayTokens),
        resets_at: toInstant(midnight),
        purchase_limit_cents: purchaseLimitCents,
        purchase_used_cents: boughtCents,
        purchase_remaining_cents: Math.max(0, purchaseLimitCents - boughtCents),
        can_raise: needs === 'none',
        raise_needs: needs,
        pending,
      };
    },
  };
}
