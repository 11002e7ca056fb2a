import type { callsByFeature } from '@klieg/contract';
import { type AccountId, toInstant, type Uuid } from '@klieg/kernel';
import { type Handlers, instantCursor } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { BillingFeature } from '../billing/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { makeGatherEvidence } from './gather-evidence.ts';
import type { makeListDisputes } from './list-disputes.ts';
import { renderEvidence } from './render-evidence.ts';

/** What the audit log calls it that somebody took the evidence of an order. */
export const EVIDENCE_EXPORTED = 'disputes.evidence_exported';

export const makeDisputeHandlers = (deps: {
  readonly listDisputes: ReturnType<typeof makeListDisputes>;
  readonly gatherEvidence: ReturnType<typeof makeGatherEvidence>;
  readonly listBlocks: BillingFeature['listBlocks'];
  readonly namesOf: (ids: readonly AccountId[]) => Promise<ReadonlyMap<number, string>>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly database: Pick<Database, 'kysely'>;
}): Pick<
  Handlers<(typeof callsByFeature)['money-desk'], SiteCaller>,
  'listDisputes' | 'exportEvidence' | 'listPurchaseBlocks'
> => ({
  listDisputes: ({ query }) => deps.listDisputes(query),
  async listPurchaseBlocks({ query }) {
    const found = await deps.listBlocks(instantCursor(query.cursor), query.limit + 1);
    const shown = found.slice(0, query.limit);
    const names = await deps.namesOf(shown.map(({ accountId }) => accountId));
    return {
      items: shown.map((block) => ({
        user: { id: block.accountId, username: names.get(block.accountId) ?? '' },
        reason: block.reason,
        count: block.count,
        stops_at: block.stopsAt,
        tries: block.tries,
        first_at: toInstant(block.firstAt),
        last_at: toInstant(block.lastAt),
      })),
      next_cursor: found.length > query.limit ? toInstant(shown.at(-1)!.lastAt) : null,
    };
  },
  async exportEvidence({ params }, { caller }) {
    const evidence = await deps.gatherEvidence(params.id as Uuid);
    await deps.database.kysely
      .transaction()
      .execute((transaction) =>
        deps.auditLog.note(transaction, caller, { action: EVIDENCE_EXPORTED, target: `order:${params.id}` }),
      );
    return { file_name: `evidence-${params.id}`, html: renderEvidence(evidence), evidence };
  },
});
