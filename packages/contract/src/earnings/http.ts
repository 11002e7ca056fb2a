import { z } from 'zod';
import { calls, day, shape } from '../call.ts';
import { stats, statsQuery } from '../stats.ts';
import { earningsRoutes } from './routes.ts';

/** Where somebody's earned tokens are: they can be paid out once they are 7 days old. */
const earnedBalance = shape({
  /** All of it, without what is held for a payout. */
  total: z.int(),
  /** What ripens, by the first day (UTC) on which it can be paid out. */
  ripening: z.array(shape({ payable_from: day, tokens: z.int() })),
  payable: z.int(),
  /** Kept back against chargebacks, by the day on which it is free. */
  reserve: z.array(shape({ release_on: day, tokens: z.int() })),
  /** Tokens that nobody paid for: they count, and are never paid out. */
  promotional: z.int(),
  /** Held for payouts that are under way. */
  held: z.int(),
  /** Taken back after it had ripened; what is earned next makes up for it. */
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
