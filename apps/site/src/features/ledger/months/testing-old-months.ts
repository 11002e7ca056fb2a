import { createHash, randomBytes } from 'node:crypto';
import type { AccountId, Clock, Uuid } from '@klieg/kernel';
import { expect } from 'vitest';
import type { Database } from '#site/platform/postgres/index.ts';
import { useTestLedger } from '../testing-ledger.ts';

/* A ledger with payments of long ago, made by its own calls with a clock that was turned back. */

/** Empty partitions from so many months ago on, in place of those that begin today. */
async function makeOldPartitions(owner: Pick<Database, 'pool'>, monthsBack: number): Promise<void> {
  await owner.pool.query(`
    do $$
    declare
      name text;
      part text;
      month timestamptz;
      is_first boolean;
    begin
      set local timezone = 'UTC';
      foreach name in array array['transfers', 'legs', 'holds'] loop
        for part in select inhrelid::regclass::text from pg_inherits where inhparent = format('ledger.%I', name)::regclass
        loop execute 'drop table ' || part; end loop;
        is_first := true;
        for month in select generate_series(date_trunc('month', now()) - interval '${monthsBack} months',
          date_trunc('month', now()) + interval '3 months', interval '1 month')
        loop
          execute format('create table ledger.%I partition of ledger.%I for values from (%s) to (%L)',
            name || to_char(month, '_YYYY_MM'), name,
            case when is_first then 'minvalue' else quote_literal(ledger.uuid_floor(month)) end,
            ledger.uuid_floor(month + interval '1 month'));
          perform ledger.seal_partition(name || to_char(month, '_YYYY_MM'), name);
          is_first := false;
        end loop;
      end loop;
    end $$`);
}

const idAt = (ms: number): Uuid => {
  const time = Math.trunc(ms).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${randomBytes(6).toString('hex')}` as Uuid;
};

/** Hashes of every row of the ledger, to compare one moment with another. */
export async function hashLedger(database: Pick<Database, 'pool'>): Promise<string> {
  const hash = createHash('sha256');
  for (const table of ['transfers', 'legs', 'holds', 'balances', 'lots', 'refunds']) {
    const { rows } = await database.pool.query<{ row: string }>(
      `select t::text as row from ledger.${table} t order by 1`,
    );
    for (const { row } of rows) hash.update(`${row}\n`);
  }
  return hash.digest('hex');
}

export async function playOldMonths(monthsBack: number) {
  const clock: Clock & { ms: number } = { ms: Date.now(), now: () => clock.ms };
  const parts = await useTestLedger(clock);
  const { ledger, owner, newPerson } = parts;
  await makeOldPartitions(owner, monthsBack);
  const today = new Date();
  /** The beginning of a month so many months ago. */
  const monthAt = (back: number): number => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1);
  const monthOf = (back: number): string => new Date(monthAt(back)).toISOString().slice(0, 7);
  const turnTo = (ms: number) => (clock.ms = ms);
  const applied = async (done: Promise<{ readonly status: string }>) =>
    expect((await done).status).toBe('applied');
  const nextId = (): Uuid => idAt((clock.ms += 1_000));

  const [viewer, model, studio, quiet]: AccountId[] = [newPerson(), newPerson(), newPerson(), newPerson()];
  const sharing = {
    to: model!,
    sharePercent: 60,
    others: [{ to: studio!, of: 'receiver', percent: 50 }],
  } as const;
  const held = {
    ...sharing,
    kind: 'private',
    from: viewer!,
    machine: 'private:1',
  } as const;
  const purchases: Uuid[] = [];
  const tips: Uuid[] = [];
  let overBorder: Uuid | undefined;
  /** One of everything in a month. */
  async function playMonth(back: number): Promise<void> {
    turnTo(monthAt(back) + 3_600_000);
    if (overBorder) {
      await applied(ledger.capture({ id: nextId(), holdId: overBorder, amountTokens: 7 }));
      await applied(ledger.void({ holdId: overBorder }));
      overBorder = undefined;
    }
    const [bought, tip] = [nextId(), nextId()];
    await applied(
      ledger.credit({ id: bought, kind: 'purchase', source: 'billers', to: viewer!, amountTokens: 500 }),
    );
    await applied(
      ledger.money({
        id: nextId(),
        kind: 'purchase',
        from: { name: 'receivable', of: 1 },
        to: { name: 'unspent' },
        amountCents: 4_999,
      }),
    );
    const gift = { kind: 'promotion', source: 'promotions', isPromotional: true } as const;
    await applied(ledger.credit({ ...gift, id: nextId(), to: viewer!, amountTokens: 15 }));
    const note = { comment: 'a line\nof "two"', ref: { type: 'room', id: '17' } };
    await applied(ledger.spend({ id: tip, kind: 'tip', from: viewer!, ...sharing, amountTokens: 101, note }));
    await applied(ledger.refund({ id: nextId(), transferId: tip, kind: 'refund', amountTokens: 13 }));
    const hold = nextId();
    await applied(ledger.hold({ ...held, id: hold, amountTokens: 40, expiresAt: clock.ms + 3_600_000 }));
    await applied(ledger.capture({ id: nextId(), holdId: hold, amountTokens: 11 }));
    await applied(ledger.void({ holdId: hold }));
    // Held on the last day, and paid in the month after.
    turnTo(monthAt(back - 1) - 60_000);
    overBorder = nextId();
    await applied(
      ledger.hold({ ...held, id: overBorder, amountTokens: 30, expiresAt: clock.ms + 3_600_000 }),
    );
    purchases.push(bought);
    tips.push(tip);
  }
  /** Closes what reaches over the last border. */
  async function settle(): Promise<void> {
    turnTo(Math.max(clock.ms, Date.now() - 3_600_000));
    if (overBorder) await applied(ledger.void({ holdId: overBorder }));
    overBorder = undefined;
  }
  return {
    ...parts,
    clock,
    monthAt,
    monthOf,
    playMonth,
    settle,
    nextId,
    turnTo,
    viewer: viewer!,
    model: model!,
    studio: studio!,
    quiet: quiet!,
    purchases,
    tips,
  };
}
