import type { Uuid } from '@klieg/kernel';
import type pg from 'pg';
import type { Database } from '#site/platform/postgres/index.ts';
import { uncountedCodes } from '../kinds.ts';
import { accountChecks, accountScope, totalChecks, transferChecks } from './reconcile-checks.ts';
import { allRanges, type IdRange, recentRanges } from './reconcile-scope.ts';

/**
 * `recent` is for a job every 5 minutes: the transfers of the last hour and of two earlier hours per run, the accounts
 * they touched and one slice of all others. `all` reads everything.
 */
export type ReconcileScope = 'recent' | 'all';

/** Something that does not add up; SPEC.md explains each finding. */
export interface Finding {
  readonly finding: string;
  readonly account: number | null;
  readonly transferId: Uuid | null;
  readonly detail: string | null;
}

export interface ReconcileReport {
  readonly scope: ReconcileScope;
  /** ISO instant of the snapshot that was read. */
  readonly checkedAt: string;
  /** How many accounts were compared with their entries. */
  readonly accounts: number;
  /** Empty when all is well; at most 100 of each query. */
  readonly findings: readonly Finding[];
}

export interface ReconcileStore {
  /** Reads one snapshot, so that running transfers are seen wholly or not at all. Changes no money. */
  reconcile(scope: ReconcileScope): Promise<ReconcileReport>;
  last(): Promise<ReconcileReport | undefined>;
}

/** Every account is visited once in this many runs: 96 × 5 min = 8 h. */
const SLICES = 96;
const FINDINGS_MAX = 100;
const ACCOUNTS_AT_ONCE = 20_000;

interface Position {
  readonly now: Date;
  readonly next_at: Date | null;
  readonly next_slice: number;
  readonly oldest: Uuid | null;
}

interface CheckedAccount {
  readonly account: number;
  readonly feed: number;
  readonly posted: number;
  readonly reversed: number;
  readonly promo: number;
  readonly version: number;
}

interface Snapshot {
  readonly report: ReconcileReport;
  readonly accounts: readonly CheckedAccount[];
  readonly next: number | undefined;
  readonly nextSlice: number;
}

export function makeReconcileStore({ pool }: Pick<Database, 'pool'>): ReconcileStore {
  return {
    async reconcile(scope) {
      const client = await pool.connect();
      try {
        await client.query('begin isolation level repeatable read read only');
        const snapshot = await readSnapshot(client, scope);
        await client.query('commit; begin');
        await remember(client, snapshot);
        await client.query('commit');
        return snapshot.report;
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      } finally {
        client.release();
      }
    },
    async last() {
      const { rows } = await pool.query<{ report: ReconcileReport | null }>(
        'select report from ledger.reconciliation',
      );
      return rows[0]?.report ?? undefined;
    },
  };
}

async function readSnapshot(client: pg.PoolClient, scope: ReconcileScope): Promise<Snapshot> {
  const { rows } = await client.query<Position>(
    `select now(), next_at, next_slice, (select id from ledger.transfers order by id limit 1) oldest
     from ledger.reconciliation`,
  );
  const position = rows[0];
  if (!position) throw new Error('ledger.reconciliation has lost its row');
  const oldest = position.oldest ?? undefined;
  const nowMs = position.now.getTime();
  const next = position.next_at?.getTime();
  const turn =
    scope === 'all' ? { ranges: allRanges(oldest, nowMs), next } : recentRanges(oldest, next, nowMs);

  const findings: Finding[] = [];
  const check = async (query: string, values: unknown[], scopeClause = ''): Promise<void> => {
    const found = await client.query<Finding>(
      `${scopeClause} select finding, account::bigint, transfer_id "transferId", detail from (${query}) found limit ${FINDINGS_MAX}`,
      values,
    );
    findings.push(...found.rows);
  };
  for (const range of turn.ranges) {
    for (const query of transferChecks) await check(query, [range.from, range.to]);
  }
  const accounts = await readAccounts(client, scope, turn.ranges, position.next_slice);
  for (let start = 0; start < accounts.length; start += ACCOUNTS_AT_ONCE) {
    const numbers = accounts.slice(start, start + ACCOUNTS_AT_ONCE).map(({ account }) => account);
    for (const query of accountChecks) {
      await check(query, [numbers, scope === 'all', uncountedCodes], accountScope);
    }
  }
  if (scope === 'all') for (const query of totalChecks) await check(query, []);

  const report = { scope, checkedAt: position.now.toISOString(), accounts: accounts.length, findings };
  return { report, accounts, next: turn.next, nextSlice: (position.next_slice + 1) % SLICES };
}

/** As of the snapshot: where the next run continues if this one finds nothing. */
async function readAccounts(
  client: pg.PoolClient,
  scope: ReconcileScope,
  ranges: readonly IdRange[],
  slice: number,
): Promise<CheckedAccount[]> {
  const touched: number[] = [];
  // Range by range, so that only its partitions are read.
  for (const { from, to } of scope === 'all' ? [] : ranges) {
    const found = await client.query<{ account: number }>(
      'select distinct account from ledger.entries where transfer_id >= $1 and transfer_id < $2',
      [from, to],
    );
    touched.push(...found.rows.map(({ account }) => account));
  }
  const { rows } = await client.query<CheckedAccount>(
    `select account, feed, posted, reversed, promo, version from ledger.balances
     where $1 or account / 8 % ${SLICES} = $2 or account = any($3::bigint[])`,
    [scope === 'all', slice, touched],
  );
  return rows;
}

async function remember(client: pg.PoolClient, snapshot: Snapshot): Promise<void> {
  const { report, accounts, next, nextSlice } = snapshot;
  if (report.findings.length === 0) {
    const column = (name: keyof CheckedAccount): number[] => accounts.map((account) => account[name]);
    await client.query(
      `insert into ledger.checked as c (account, feed, posted, reversed, promo, version)
       select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[]) order by 1
       on conflict (account) do update set feed = excluded.feed, posted = excluded.posted,
         reversed = excluded.reversed, promo = excluded.promo, version = excluded.version
       where (c.version, c.feed) < (excluded.version, excluded.feed)`,
      [
        column('account'),
        column('feed'),
        column('posted'),
        column('reversed'),
        column('promo'),
        column('version'),
      ],
    );
  }
  await client.query(
    `update ledger.reconciliation set report = $1, next_slice = $2,
       next_at = $3`,
    [JSON.stringify(report), nextSlice, next === undefined ? null : new Date(next)],
  );
}
