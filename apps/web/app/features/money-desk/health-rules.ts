import type { Stats } from '@klieg/contract';
import { cellOf } from './money-rules.ts';

/** State of a part of the site; `unknown`: no report about it yet. */
export type Tone = 'ok' | 'warn' | 'bad' | 'unknown';

/** Of fewer answers a share says nothing. */
const ANSWERS_MIN = 10;

/** What billers answered in a period, the one asked most first. */
export interface BillerHealth {
  readonly biller: string;
  readonly answers: number;
  /** Percent. */
  readonly declined: number;
  readonly tone: Tone;
}

const toneOf = (value: number, warnAt: number, badAt: number): Tone => {
  if (value >= badAt) return 'bad';
  return value >= warnAt ? 'warn' : 'ok';
};

/** Banks turn down a tenth of payments or two on any day; a quarter is worth a look, a half is a fault. */
export function billersOf(approval: Stats): readonly BillerHealth[] {
  const sums = new Map<string, { approved: number; declined: number }>();
  for (const row of approval.rows) {
    const biller = String(cellOf(approval, row, 'biller'));
    const sum = sums.get(biller) ?? { approved: 0, declined: 0 };
    sum.approved += Number(cellOf(approval, row, 'approved'));
    sum.declined += Number(cellOf(approval, row, 'declined'));
    sums.set(biller, sum);
  }
  return [...sums]
    .map(([biller, { approved, declined }]): BillerHealth => {
      const answers = approved + declined;
      const share = answers === 0 ? 0 : (declined / answers) * 100;
      return {
        biller,
        answers,
        declined: share,
        tone: answers < ANSWERS_MIN ? 'unknown' : toneOf(share, 25, 50),
      };
    })
    .filter(({ answers }) => answers > 0)
    .toSorted((a, b) => b.answers - a.answers || a.biller.localeCompare(b.biller));
}

/** By the share of time in which pictures were frozen, in percent. */
export const playbackTone = (stalledPercent: number | null): Tone =>
  stalledPercent === null ? 'unknown' : toneOf(stalledPercent, 1, 3);

/** Of the ledger's last check: anything that does not add up is a fault. */
export function ledgerTone(
  checked: { readonly drift: number; readonly checked_at: string | null } | null,
): Tone {
  if (checked === null || checked.checked_at === null) return 'unknown';
  return checked.drift === 0 ? 'ok' : 'bad';
}
