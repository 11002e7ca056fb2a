import type { PerformerContent, PerformerRecord, Stats } from '@klieg/contract';
import { EXPORT_ROWS_MAX } from '@klieg/contract/features/performer-records/limits';
import { AppError, type Clock } from '@klieg/kernel';
import type { FindPerformers, Search } from './find-performers.ts';
import { presentRecord } from './present-records.ts';
import type { ReadContent } from './read-content.ts';
import type { RecordStore } from './record-store.ts';

const BATCH = 200;
const COLUMNS = [
  'record',
  'kind',
  'legal_names',
  'birth_date',
  'other_names',
  'state',
  'content',
  'content_kind',
  'broadcast',
  'started_at',
  'ended_at',
  'shown_at',
  'performers',
  'withdrawn',
];
const joined = (texts: readonly string[]): string => texts.join('; ');
const NO_CONTENT = ['', '', '', '', '', '', '', ''];

const contentCells = (one: PerformerContent): string[] => [
  one.id,
  one.kind,
  one.broadcast_id,
  one.started_at,
  one.ended_at ?? '',
  one.url,
  joined(one.performers.map(({ id, name }) => `${name} (${id})`)),
  one.withdrawn ? 'yes' : 'no',
];
const recordCells = (one: PerformerRecord): string[] => [
  one.id,
  one.kind,
  joined(one.legal_names),
  one.birth_date ?? '',
  joined([...new Set(one.names.map(({ name }) => name))]),
  one.state,
];

/** What an inspector takes along. @throws performer_records.too_many */
export const makeExportRecords =
  (deps: {
    readonly performers: FindPerformers;
    readonly store: Pick<RecordStore, 'countBroadcasts'>;
    readonly readContent: ReadContent;
    readonly clock: Clock;
  }) =>
  async (search: Search): Promise<Stats> => {
    const keys = await deps.performers.find(search);
    if (keys.length > EXPORT_ROWS_MAX) throw new AppError('performer_records.too_many');
    const rows: string[][] = [];
    for (let at = 0; at < keys.length; at += BATCH) {
      const some = keys.slice(at, at + BATCH);
      const counts = await deps.store.countBroadcasts(some);
      for (const one of await deps.performers.load(some)) {
        const told = recordCells(presentRecord(one, counts.get(one.key), deps.clock.now()));
        const left = EXPORT_ROWS_MAX - rows.length;
        const content = await deps.readContent(one.key, undefined, left + 1);
        if (Math.max(1, content.length) > left) throw new AppError('performer_records.too_many');
        rows.push(
          ...(content.length > 0 ? content.map(contentCells) : [NO_CONTENT]).map((cells) => [
            ...told,
            ...cells,
          ]),
        );
      }
    }
    return { columns: COLUMNS, rows, totals: { performers: keys.length, rows: rows.length } };
  };
