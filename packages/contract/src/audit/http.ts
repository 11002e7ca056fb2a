import { z } from 'zod';
import { calls, cursorList, instant, page, shape } from '../call.ts';
import { auditRoutes } from './routes.ts';

/** Something that staff did; each hash covers the entry and the hash before it. */
const auditEntry = shape({
  at: instant,
  /** Username at that time; `system` where it happened automatically. */
  actor: z.string(),
  action: z.string(),
  /** What it was done to, such as `order:0198…`. */
  target: z.string(),
  ip: z.string(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Its number in the chain; only grows. */
  number: z.int(),
  /** Details given with it, such as the reason. */
  detail: z.record(z.string(), z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditCalls = calls(auditRoutes, {
  listAudit: {
    who: 'audit_reader',
    rate: 'heavy',
    query: shape({
      ...page('number'),
      actor: z.string().max(30).optional(),
      target: z.string().max(100).optional(),
    }),
    response: cursorList(auditEntry),
    errors: [],
    ids: [],
  },
  /** Recomputes the whole chain. */
  checkAudit: {
    who: 'audit_reader',
    rate: 'heavy',
    response: shape({
      entries: z.int(),
      /** Hash of the newest entry; null while there is none. */
      head: z.string().nullable(),
      /** Number of the first entry that does not fit; null: all fit. */
      broken_at: z.int().nullable(),
    }),
    errors: [],
    ids: [],
  },
});
