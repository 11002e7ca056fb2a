import { DAY_MS } from '@klieg/kernel/time';
import { z } from 'zod';
import { cursorList, day, flagText, instant, ok, okOnly, page, shape, uuid } from '../call.ts';
import { biller } from '../enums.ts';
import { SETTLEMENT_FILE_MAX, UNREAD_ROWS_MAX } from './limits.ts';
import { written } from '../event-fields.ts';

/**
 * `missing_here`: the biller settled something that no post reported. `missing_there`: a post reported something that
 * the file for those days lacks. `other_currency`: it cannot be booked.
 */
export const lineState = z.enum([
  'matched',
  'missing_here',
  'missing_there',
  'amount_differs',
  'other_currency',
]);
export type LineState = z.infer<typeof lineState>;

const counts = {
  lines: z.int(),
  matched: z.int(),
  missing_here: z.int(),
  missing_there: z.int(),
  amount_differs: z.int(),
  other_currency: z.int(),
};

const settlementFile = shape({
  id: uuid,
  biller,
  name: z.string(),
  from: day,
  to: day,
  by: z.string(),
  at: instant,
  ...counts,
  /** Those neither matched nor resolved. */
  open: z.int(),
  /** Rows that could not be read. */
  unread: z.int(),
});
export type SettlementFile = z.infer<typeof settlementFile>;

const settlementLine = shape({
  id: uuid,
  file_id: uuid,
  biller,
  state: lineState,
  kind: z.string(),
  transaction_id: z.string(),
  /** As the biller writes it. */
  at: z.string(),
  /** Cents that the biller settled; 0 where it is missing there. */
  amount: z.int(),
  fee: z.int(),
  currency: z.string(),
  /** Cents that its post reported; null without one. */
  told: z.int().nullable(),
  order_id: uuid.nullable(),
  resolved: shape({ at: instant, by: z.string(), note: z.string() }).nullable(),
});
export type SettlementLine = z.infer<typeof settlementLine>;

export const settlementCalls = {
  listSettlements: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'heavy',
    query: shape(page('id')),
    response: cursorList(settlementFile),
    errors: [],
    ids: [],
  },
  uploadSettlement: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'heavy',
    bodyBytesMax: 2 * 1024 * 1024,
    body: shape({
      biller,
      name: written().min(1).max(120),
      /** UTC days that the file covers: what was reported on them but is not in it counts as missing there. */
      from: day,
      to: day,
      text: z.string().min(1).max(SETTLEMENT_FILE_MAX),
    }).refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= 92 * DAY_MS, {
      message: 'At most 92 days',
      path: ['to'],
    }),
    response: ok({
      file_id: uuid,
      ...counts,
      /** Lines that an earlier file had already. */
      known: z.int(),
      /** Rows of the text that could not be read. */
      unread: z.int(),
    }),
    errors: ['money_desk.nothing_read'],
    ids: [],
  },
  listSettlementLines: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'heavy',
    query: shape({
      ...page('id'),
      biller: biller.optional(),
      file: uuid.optional(),
      /** 1: only those neither matched nor resolved. */
      open: flagText.optional(),
    }),
    response: cursorList(settlementLine),
    errors: [],
    ids: [],
  },
  /** The first unreadable rows of a file, as they are in it. */
  listUnreadRows: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'heavy',
    params: shape({ id: uuid }),
    response: shape({
      items: z.array(shape({ number: z.int(), text: z.string() })).max(UNREAD_ROWS_MAX),
    }),
    errors: [],
    ids: [],
  },
  resolveSettlementLine: {
    who: 'admin',
    conditions: ['sudo'],
    rate: 'write',
    params: shape({ id: uuid }),
    body: shape({ note: written().min(3).max(500) }),
    response: okOnly,
    errors: ['common.not_found'],
    ids: [],
  },
} as const;
