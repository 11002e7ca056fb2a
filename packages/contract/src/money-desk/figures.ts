import { z } from 'zod';
import { day, shape } from '../call.ts';
import { biller } from '../enums.ts';
import { isPeriod, stats, statsFields } from '../stats.ts';

/** Visa's monitoring of acquirers and merchants (VAMP): disputes and fraud reports over settled payments. */
export const schemeRatio = shape({
  /** `2026-11`. */
  month: z.string(),
  sales: z.int(),
  /** Disputes (TC15) and fraud reports (TC40). */
  events: z.int(),
  /** Percent; null while nothing was sold. */
  ratio: z.number().nullable(),
  projected_sales: z.int(),
  projected_events: z.int(),
  projected_ratio: z.number().nullable(),
  /** The ratio or its projection has reached this many percent. */
  alert_at: z.number(),
  is_alert: z.boolean(),
  /** Above both of these the scheme calls a merchant excessive. */
  excessive_ratio: z.number(),
  excessive_events: z.int(),
  is_excessive: z.boolean(),
});
export type SchemeRatio = z.infer<typeof schemeRatio>;

const operatorAccount = shape({
  /** Its number in the ledger. */
  account: z.int(),
  name: z.string(),
  biller: biller.nullable(),
  unit: z.enum(['tokens', 'cents']),
  /** From the ledger's view: debts to the operator and the operator's costs are negative. */
  change: z.int(),
  balance: z.int(),
});
export type OperatorAccount = z.infer<typeof operatorAccount>;

export const figureCalls = {
  getStats: {
    who: 'figures_reader',
    rate: 'heavy',
    csv: true,
    query: shape({
      metric: z.enum(['revenue', 'chargebacks', 'approval_rate']),
      ...statsFields,
    }).refine(isPeriod, { message: 'At most 366 days', path: ['to'] }),
    response: stats,
    errors: [],
    ids: [],
  },
  /** What the operator's accounts had at the end of a UTC day. */
  getMoney: {
    who: 'figures_reader',
    rate: 'heavy',
    query: shape({ day }),
    response: shape({ day, accounts: z.array(operatorAccount) }),
    errors: [],
    ids: [],
  },
} as const;
