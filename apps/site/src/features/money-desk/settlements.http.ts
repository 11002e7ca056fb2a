import type { callsByFeature } from '@klieg/contract';
import { UNREAD_ROWS_MAX } from '@klieg/contract/features/money-desk/limits';
import { type AccountId, AppError, toInstant, type Uuid } from '@klieg/kernel';
import { type Handlers, uuidCursor } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { SettlementDeskStore } from './settlement-desk-store.ts';
import type { makeSettleFile } from './settle-file.ts';
import type { UnreadRowStore } from './unread-row-store.ts';

type SettlementHandlers = Pick<
  Handlers<(typeof callsByFeature)['money-desk'], SiteCaller>,
  'listSettlements' | 'uploadSettlement' | 'listSettlementLines' | 'listUnreadRows' | 'resolveSettlementLine'
>;

/** Who resolved a line where nobody pressed anything. */
const NOBODY = 'system';

export const makeSettlementHandlers = (deps: {
  readonly store: SettlementDeskStore;
  readonly unreadRows: Pick<UnreadRowStore, 'list'>;
  readonly settle: ReturnType<typeof makeSettleFile>['settle'];
  readonly namesOf: (ids: readonly AccountId[]) => Promise<ReadonlyMap<number, string>>;
  readonly database: Pick<Database, 'kysely'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
}): SettlementHandlers => ({
  async listSettlements({ query }) {
    const found = await deps.store.listFiles(uuidCursor(query.cursor), query.limit + 1);
    const shown = found.slice(0, query.limit);
    const names = await deps.namesOf(shown.map(({ by }) => by));
    return {
      items: shown.map(({ counts, at, by, ...file }) => ({
        ...file,
        ...counts,
        lines: Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.missing_there,
        by: names.get(by) ?? NOBODY,
        at: toInstant(at),
      })),
      next_cursor: found.length > query.limit ? shown.at(-1)!.id : null,
    };
  },
  async uploadSettlement({ body }, { caller }) {
    return { status: 1, ...(await deps.settle(body, caller)) };
  },
  async listSettlementLines({ query }) {
    const found = await deps.store.listLines({
      before: uuidCursor(query.cursor),
      limit: query.limit + 1,
      biller: query.biller,
      file: query.file as Uuid | undefined,
      isOpen: query.open ?? false,
    });
    const shown = found.slice(0, query.limit);
    const names = await deps.namesOf(shown.flatMap(({ resolved }) => resolved?.by ?? []));
    return {
      items: shown.map((line) => ({
        id: line.id,
        file_id: line.fileId,
        biller: line.biller,
        state: line.state,
        kind: line.kind,
        transaction_id: line.transactionId,
        at: line.at,
        amount: line.amountCents,
        fee: line.feeCents,
        currency: line.currency,
        told: line.toldCents,
        order_id: line.orderId,
        resolved: line.resolved && {
          at: toInstant(line.resolved.at),
          by: names.get(line.resolved.by) ?? NOBODY,
          note: line.resolved.note,
        },
      })),
      next_cursor: found.length > query.limit ? shown.at(-1)!.id : null,
    };
  },
  async listUnreadRows({ params }) {
    return { items: await deps.unreadRows.list(params.id as Uuid, UNREAD_ROWS_MAX) };
  },
  async resolveSettlementLine({ params, body }, { caller }) {
    await deps.database.kysely.transaction().execute(async (transaction) => {
      const given = { by: caller.account!.id, note: body.note };
      if (!(await deps.store.resolve(transaction, params.id as Uuid, given)))
        throw new AppError('common.not_found');
      await deps.auditLog.note(transaction, caller, {
        action: 'settlements.line_resolved',
        target: `settlement_line:${params.id}`,
        detail: { note: body.note },
      });
    });
    return { status: 1 };
  },
});
