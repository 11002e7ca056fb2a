import type { PerformerContent, PerformerRecord, Stats } from '@klieg/contract';
import { EXPORT_ROWS_MAX } from '@klieg/contract/features/performer-records/limits';
import { AppError, type Clock } from '@klieg/kernel';
import type { Operator } from '../content-pages/index.ts';
import type { FindPerformers, Search } from './find-performers.ts';
import { presentRecord } from './present-records.ts';
import type { ReadContentOf } from './read-content.ts';
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
  'detail',
  'broadcast',
  'started_at',
  'ended_at',
  'shown_at',
  'performers',
  'withdrawn',
  'removed_at',
  'erased_at',
  'custodian',
];
const NOT_SAID = '[to be filled in by the operator]';
const joined = (texts: readonly string[]): string => texts.join('; ');

const contentCells = (one: PerformerContent): string[] => [
  one.id,
  one.kind,
  one.mode ?? one.camera ?? '',
  one.broadcast_id ?? '',
  one.started_at,
  one.ended_at ?? '',
  one.url ?? '',
  joined(one.performers.map(({ id, name }) => `${name} (${id})`)),
  one.withdrawn ? 'yes' : 'no',
  one.removed_at ?? '',
  one.erased_at ?? '',
];
const recordCells = (one: PerformerRecord): string[] => [
  one.id,
  one.kind,
  joined(one.legal_names),
  one.birth_date ?? '',
  joined([...new Set(one.names.map(({ name }) => name))]),
  one.state,
];
/** For somebody without content. */
const NO_CONTENT = COLUMNS.slice(6, -1).map(() => '');

/** The file itself says where the records are kept, as 28 C.F.R. 75.6 requires of published content. */
const statementOf = ({ custodian, company, address }: Operator): string =>
  `The records that 18 U.S.C. 2257 and 28 C.F.R. Part 75 require are kept by: ${custodian ?? NOT_SAID}. Operator: ${[company, address].filter((one) => one !== null).join(', ') || NOT_SAID}.`;

/** What an inspector takes along. @throws performer_records.too_many */
export const makeExportRecords =
  (deps: {
    readonly performers: FindPerformers;
    readonly store: Pick<RecordStore, 'countBroadcasts'>;
    readonly readContentOf: ReadContentOf;
    readonly operator: Operator;
    readonly clock: Clock;
  }) =>
  async (search: Search): Promise<Stats> => {
    const keys = await deps.performers.find(search);
    if (keys.length > EXPORT_ROWS_MAX) throw new AppError('performer_records.too_many');
    const custodian = deps.operator.custodian ?? NOT_SAID;
    const rows: string[][] = [];
    for (let at = 0; at < keys.length; at += BATCH) {
      const some = keys.slice(at, at + BATCH);
      const left = EXPORT_ROWS_MAX - rows.length;
      const [counts, contents] = await Promise.all([
        deps.store.countBroadcasts(some),
        deps.readContentOf(some, left + 1),
      ]);
      for (const one of await deps.performers.load(some)) {
        const told = recordCells(presentRecord(one, counts.get(one.key), deps.clock.now()));
        const content = contents.get(one.key)?.map(contentCells) ?? [NO_CONTENT];
        rows.push(...content.map((cells) => [...told, ...cells, custodian]));
      }
      if (rows.length > EXPORT_ROWS_MAX) throw new AppError('performer_records.too_many');
    }
    const statement = statementOf(deps.operator);
    return { columns: COLUMNS, rows, totals: { performers: keys.length, rows: rows.length, statement } };
  };
