import { z } from 'zod';
import { calls, day, shape } from '../call.ts';
import { stats, statsQuery } from '../stats.ts';
import { earningsRoutes } from './routes.ts';

/** State of somebody's earned tokens: they can be paid out once they are 7 days old. */
const earnedBalance = shape({
  /** All of it except what is held for a payout. */
  total: z.int(),
  /** Not yet payable, by the first day (UTC) on which it can be paid out. */
  ripening: z.array(shape({ payable_from: day, tokens: z.int() })),
  payable: z.int(),
  /** Kept back against chargebacks, by release day. */
  reserve: z.array(shape({ release_on: day, tokens: z.int() })),
  /** Tokens that nobody paid for: counted, but never paid out. */
  promotional: z.int(),
  /** Held for payouts in progress. */
  held: z.int(),
  /** Taken back after it became payable; future earnings cover it. */
  owed: z.int(),
});
export type EarnedBalance = z.infer<typeof earnedBalance>;

export const earningsCalls = calls(earningsRoutes, {
  getEarnings: { who: 'user', rate: 'heavy', response: earnedBalance, errors: [], ids: [] },
  /** Columns date, kind, gross_tokens, share_tokens. */
  getEarningStats: {
    who: 'model',
    rate: 'heavy',
    csv: true,
    query: statsQuery,
    response: stats,
    errors: [],
    ids: ['LEDGER-TIP-007'],
  },
  listTopPayers: {
    who: 'model',
    rate: 'heavy',
    query: shape({ from: day.optional(), to: day.optional() }),
    response: shape({ items: z.array(shape({ username: z.string(), tokens: z.int() })).max(100) }),
    errors: [],
    ids: [],
  },
});
