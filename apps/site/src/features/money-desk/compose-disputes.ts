import type { DeskOrderWhole } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { AuditLog } from '../audit/index.ts';
import type { BillingFeature } from '../billing/index.ts';
import type { DeskOrderStore } from './desk-order-store.ts';
import { EVIDENCE_EXPORTED, makeDisputeHandlers } from './disputes.http.ts';
import { makeEvidenceStore } from './evidence-store.ts';
import { makeGatherEvidence } from './gather-evidence.ts';
import { makeListDisputes } from './list-disputes.ts';

/** The desk of orders that banks have charged back. */
export function composeDisputes(
  { database, clock }: Pick<Kit, 'database' | 'clock'>,
  uses: {
    readonly auditLog: AuditLog;
    readonly listBlocks: BillingFeature['listBlocks'];
    readonly tracesOf: BillingFeature['tracesOf'];
    readonly namesOf: (ids: readonly AccountId[]) => Promise<ReadonlyMap<number, string>>;
    readonly orders: DeskOrderStore;
    readonly readOrder: (id: Uuid) => Promise<DeskOrderWhole>;
  },
) {
  const { auditLog, listBlocks, namesOf, orders, readOrder, tracesOf } = uses;
  const store = makeEvidenceStore(database);
  return makeDisputeHandlers({
    listDisputes: makeListDisputes({
      orders,
      store,
      exportedAt: (id) => auditLog.lastAt(EVIDENCE_EXPORTED, `order:${id}`),
      clock,
    }),
    gatherEvidence: makeGatherEvidence({ orders, readOrder, store, tracesOf, clock }),
    listBlocks,
    namesOf,
    auditLog,
    database,
  });
}
