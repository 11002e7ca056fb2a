import type { Biller, Stats, OperatorAccount, SchemeRatio } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';
import { DAY_MS, utcDayOf } from '@klieg/kernel/time';
import { type Holder, moneyAccount, systemAccount } from '../ledger/index.ts';
import { type Bucket, bucketOf, salesOf } from './figure-rules.ts';
import type { FiguresStore } from './figures-store.ts';
import { eventsOf, ratioOf } from './vamp-rules.ts';

interface Deps {
  readonly store: FiguresStore;
  /** The ledger's days, counted up to now. */
  readonly systemDays: {
    fold(): Promise<number>;
    read(
      day: string,
    ): Promise<{ readonly holder: Holder; readonly change: number; readonly balance: number }[]>;
  };
  readonly billerOf: (number: number) => Biller | undefined;
  readonly clock: Clock;
}

interface Range {
  readonly from: string;
  readonly to: string;
  readonly by: Bucket;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const percent = (part: number, of: number): number => (of === 0 ? 0 : Math.round((part / of) * 1_000) / 10);

/** Rows of the same date and biller as one. */
function joinBuckets<T extends { readonly day: string; readonly biller: Biller }>(
  rows: readonly T[],
  by: Bucket,
  of: (row: T) => readonly number[],
): readonly (readonly [string, Biller, ...number[]])[] {
  const grouped = Map.groupBy(rows, ({ day, biller }) => `${bucketOf(day, by)} ${biller}`);
  return [...grouped].map(([key, its]) => [
    key.slice(0, 10),
    its[0]!.biller,
    ...of(its[0]!).map((_count, at) => sum(its.map((row) => of(row)[at] ?? 0))),
  ]);
}

/** The sum of a count over all rows of buckets. */
const totalOf = (rows: readonly (readonly [string, Biller, ...number[]])[], at: number): number =>
  sum(rows.map(([, , ...counts]) => counts[at] ?? 0));

function presentAccount(
  { holder, change, balance }: { readonly holder: Holder; readonly change: number; readonly balance: number },
  billerOf: Deps['billerOf'],
): OperatorAccount[] {
  if ('person' in holder) return [];
  if ('system' in holder)
    return [
      {
        account: systemAccount(holder.system),
        name: holder.system,
        biller: null,
        unit: 'tokens',
        change,
        balance,
      },
    ];
  const biller = holder.of > 0 ? (billerOf(holder.of) ?? null) : null;
  return [
    {
      account: moneyAccount(holder.money, holder.of),
      name: holder.money,
      biller,
      unit: 'cents',
      change,
      balance,
    },
  ];
}

/** Figures of the operator: money by day from the ledger, and billers' reports. */
export function makeFigures({ store, systemDays, billerOf, clock }: Deps) {
  const today = () => utcDayOf(clock.now());

  /** The scheme's ratio for this month, over all billers. */
  const schemeRatio = async (): Promise<SchemeRatio> => {
    const now = today();
    const from = utcDayOf(Date.parse(now) - 31 * DAY_MS);
    const told = await store.toldDays(from, now);
    return ratioOf(
      told.map((one) => ({ day: one.day, sales: one.sales, events: eventsOf(one) })),
      now,
    );
  };

  return {
    /** Sales, settlements and fees by biller, all from the ledger's days. */
    async revenue({ from, to, by }: Range): Promise<Stats> {
      await systemDays.fold();
      const sales = salesOf(await store.accountDays(from, to), by, billerOf);
      return {
        columns: ['date', 'biller', 'sales_cents', 'settled_cents', 'fees_cents', 'receivable_cents'],
        rows: sales.map((one) => [
          one.date,
          one.biller,
          one.salesCents,
          one.settledCents,
          one.feesCents,
          one.receivableCents,
        ]),
        totals: {
          sales_cents: sum(sales.map((one) => one.salesCents)),
          settled_cents: sum(sales.map((one) => one.settledCents)),
          fees_cents: sum(sales.map((one) => one.feesCents)),
        },
      };
    },
    async approvalRate({ from, to, by }: Range): Promise<Stats> {
      const [days, reasons] = await Promise.all([
        store.answeredDays(from, to),
        store.declineReasons(from, to),
      ]);
      const rows = joinBuckets(days, by, ({ approved, declined }) => [approved, declined]);
      const [approved, declined] = [totalOf(rows, 0), totalOf(rows, 1)];
      return {
        columns: ['date', 'biller', 'approved', 'declined', 'percent'],
        rows: rows.map(([date, biller, yes = 0, no = 0]) => [date, biller, yes, no, percent(yes, yes + no)]),
        totals: { approved, declined, percent: percent(approved, approved + declined), reasons },
      };
    },
    async chargebacks({ from, to, by }: Range): Promise<Stats> {
      const [days, ratio] = await Promise.all([store.toldDays(from, to), schemeRatio()]);
      const rows = joinBuckets(days, by, (day) => [day.sales, day.disputes, day.fraudReports, day.alerts]);
      return {
        columns: ['date', 'biller', 'sales', 'chargebacks', 'percent', 'fraud_reports', 'alerts'],
        rows: rows.map(([date, biller, sales = 0, disputes = 0, reports = 0, alerts = 0]) => [
          date,
          biller,
          sales,
          disputes,
          percent(disputes, sales),
          reports,
          alerts,
        ]),
        totals: {
          sales: totalOf(rows, 0),
          chargebacks: totalOf(rows, 1),
          fraud_reports: totalOf(rows, 2),
          alerts: totalOf(rows, 3),
          scheme: ratio,
        },
      };
    },
    /** What every account of the operator had at the end of a day. */
    async money(day: string) {
      await systemDays.fold();
      const accounts = await systemDays.read(day);
      return { day, accounts: accounts.flatMap((one) => presentAccount(one, billerOf)) };
    },
  };
}
