import { z } from 'zod';
import { calls, cursorList, instant, page, shape } from '../call.ts';
import { auditRoutes } from './routes.ts';

/** Something that staff did; each hash covers the entry and the hash before it. */
const auditEntry = shape({
  at: instant,
  /** Username at that time; `system` where nobody pressed anything. */
  actor: z.string(),
  action: z.string(),
  /** What it was done to, such as `order:0198…`. */
  target: z.string(),
  ip: z.string(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Its place in the chain; it only grows. */
  number: z.int(),
  /** What was given with it, such as the reason. */
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
  /** Reckons the whole chain again. */
  checkAudit: {
    who: 'audit_reader',
    rate: 'heavy',
    response: shape({
      entries: z.int(),
      /** Hash of the newest entry; null while there is none. */
      head: z.string().nullable(),
      /** Number of the first entry that does not fit; null: all do. */
      broken_at: z.int().nullable(),
    }),
    errors: [],
    ids: [],
  },
});
