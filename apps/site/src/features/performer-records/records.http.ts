import type { callsByFeature } from '@klieg/contract';
import { AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { OnboardingFeature } from '../onboarding/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { makeExportRecords } from './export-records.ts';
import type { FindPerformers, Performer, Search } from './find-performers.ts';
import { makeOneAtATime } from './one-at-a-time.ts';
import { idOf, keyOf, presentRecord } from './present-records.ts';
import type { ReadContent } from './read-content.ts';
import type { RecordStore } from './record-store.ts';

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: Pick<RecordStore, 'countBroadcasts'>;
  readonly performers: FindPerformers;
  readonly readContent: ReadContent;
  readonly exportRecords: ReturnType<typeof makeExportRecords>;
  readonly safe: Pick<OnboardingFeature['safe'], 'records' | 'showDocuments'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  /** The custodian of records, as set by the operator. */
  readonly custodian: string | null;
  readonly clock: Clock;
}

/**
 * The answers of the index: nothing before the look is logged, and never with the typed text, which may be a legal
 * name.
 */
export function makeRecordsHandlers(
  deps: Deps,
): Handlers<(typeof callsByFeature)['performer-records'], SiteCaller> {
  const note = (
    caller: SiteCaller,
    action: string,
    target: string,
    detail: Readonly<Record<string, string>>,
  ) =>
    deps.database.kysely
      .transaction()
      .execute((within) => deps.auditLog.note(within, caller, { action, target, detail }));
  const present = async (found: readonly Performer[]) => {
    const counts = await deps.store.countBroadcasts(found.map(({ key }) => key));
    return found.map((one) => presentRecord(one, counts.get(one.key), deps.clock.now()));
  };
  const oneAtATime = makeOneAtATime();
  return {
    async listRecords({ query: { by, q, reason, cursor, limit } }, { caller }) {
      const at = Number(cursor ?? 0);
      const keys = await oneAtATime(() => deps.performers.find({ by, q }));
      const shown = keys.slice(at, at + limit);
      const items = await present(await deps.performers.load(shown));
      const told = { reason, by, found: String(keys.length), records: shown.map(idOf).join(' ') };
      await note(caller, 'records.searched', 'records', told);
      const next = keys.length > at + limit ? String(at + limit) : null;
      return { items, found: keys.length, custodian: deps.custodian, next_cursor: next };
    },
    async getPerformerRecord({ params, query: { reason, cursor, limit } }, { caller }) {
      const key = keyOf(params.id);
      const [performer] = await deps.performers.load([key]);
      if (!performer) throw new AppError('common.not_found');
      const [[record], content, kept] = await Promise.all([
        present([performer]),
        deps.readContent(key, cursor as Uuid | undefined, limit + 1),
        deps.safe.records.listKept(key),
      ]);
      const target = typeof key === 'string' ? `consent:${key}` : `account:${key}`;
      await note(caller, 'records.opened', target, { reason, records: kept.map(({ id }) => id).join(' ') });
      const items = content.slice(0, limit);
      return {
        record: record!,
        documents: deps.safe.showDocuments(kept, caller),
        items,
        next_cursor: content.length > limit ? items.at(-1)!.id : null,
      };
    },
    async exportRecords({ query: { by, q, reason, format } }, { caller }) {
      const search: Search = by === 'all' ? { by } : { by, q: q! };
      const file = await oneAtATime(() => deps.exportRecords(search));
      const { performers, rows } = file.totals;
      const told = { reason, by, format, performers: String(performers), rows: String(rows) };
      await note(caller, 'records.exported', 'records', told);
      return file;
    },
  };
}
