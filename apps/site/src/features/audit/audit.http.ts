import type { callsByFeature } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import type { Caller, Handlers } from '../../platform/http/index.ts';
import type { AuditLog } from './audit-log.ts';
import type { AuditStore } from './audit-store.ts';

const numberOf = (cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : Number(cursor);

export const makeAuditHandlers = <C extends Caller>(deps: {
  readonly store: Pick<AuditStore, 'list'>;
  readonly log: Pick<AuditLog, 'check'>;
}): Handlers<(typeof callsByFeature)['audit'], C> => ({
  async listAudit({ query }) {
    const found = await deps.store.list({
      before: numberOf(query.cursor),
      limit: query.limit + 1,
      actor: query.actor,
      target: query.target,
    });
    const shown = found.slice(0, query.limit);
    return {
      items: shown.map((entry) => ({
        at: toInstant(entry.at),
        actor: entry.actor,
        action: entry.action,
        target: entry.target,
        ip: entry.ip,
        hash: entry.hash.toString('hex'),
        number: entry.number,
        detail: JSON.parse(entry.detail) as Record<string, string>,
      })),
      next_cursor: found.length > query.limit ? String(shown.at(-1)!.number) : null,
    };
  },
  async checkAudit() {
    const { number, hash, brokenAt } = await deps.log.check();
    return { entries: number, head: number > 0 ? hash.toString('hex') : null, broken_at: brokenAt };
  },
});
