import type { Biller } from '@klieg/contract';
import { utcDayOf } from '@klieg/kernel/time';
import type { Holder } from '../ledger/index.ts';

/** What one of the operator's accounts did on a UTC day, and had at its end. */
export interface AccountDay {
  readonly day: string;
  readonly holder: Holder;
  readonly change: number;
  readonly balance: number;
}

export type Bucket = 'day' | 'week' | 'month';

/** The first day of the day's week (Monday) or month. */
export function bucketOf(day: string, by: Bucket): string {
  if (by === 'month') return `${day.slice(0, 7)}-01`;
  if (by === 'day') return day;
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return utcDayOf(date);
}

/** Where a biller's sales are now, in cents. */
export interface BillerSales {
  readonly date: string;
  readonly biller: Biller;
  /** Purchases minus reversals. */
  salesCents: number;
  /** Paid by the biller to the bank. */
  settledCents: number;
  /** Kept by the biller. */
  feesCents: number;
  /** Still owed by the biller at the end. */
  receivableCents: number;
}

/**
 * Sales by biller. A biller has separate accounts for what it owes, has paid, keeps, and for what nobody could place; a
 * sale is the change of all of them together, so a settlement moves nothing.
 */
export function salesOf(
  days: readonly AccountDay[],
  by: Bucket,
  billerOf: (number: number) => Biller | undefined,
): BillerSales[] {
  const found = new Map<string, BillerSales>();
  for (const { day, holder, change, balance } of days.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const biller = 'money' in holder && holder.of > 0 ? billerOf(holder.of) : undefined;
    if (!biller || !('money' in holder)) continue;
    const date = bucketOf(day, by);
    const key = `${date} ${biller}`;
    const sales = found.get(key) ?? {
      date,
      biller,
      salesCents: 0,
      settledCents: 0,
      feesCents: 0,
      receivableCents: 0,
    };
    sales.salesCents -= change;
    if (holder.money === 'bank') sales.settledCents -= change;
    if (holder.money === 'fees' || holder.money === 'chargeback_fees') sales.feesCents -= change;
    if (holder.money === 'receivable') sales.receivableCents = -balance;
    found.set(key, sales);
  }
  // Minus nothing is nothing.
  return [...found.values()].map((one) => ({
    ...one,
    salesCents: one.salesCents + 0,
    settledCents: one.settledCents + 0,
    feesCents: one.feesCents + 0,
    receivableCents: one.receivableCents + 0,
  }));
}
