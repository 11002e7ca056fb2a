import type { Caller } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import { makeAuditLog } from './audit-log.ts';
import { makeAuditHandlers } from './audit.http.ts';
import { makeAuditStore } from './audit-store.ts';

/** What staff does, in a chain that shows when somebody touched it. */
export function composeAudit<C extends Caller>({
  database,
  clock,
  log,
}: Pick<Kit, 'database' | 'clock' | 'log'>) {
  const store = makeAuditStore(database);
  const auditLog = makeAuditLog({ store, clock, log });
  return { auditLog, handlers: makeAuditHandlers<C>({ store, log: auditLog }) };
}

export type AuditFeature = ReturnType<typeof composeAudit>;
