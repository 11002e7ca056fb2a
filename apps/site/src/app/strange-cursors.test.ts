import { type Call, callsByFeature, type Who } from '@klieg/contract';
import { type Log, silentLog, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestSite } from './testing-site.ts';

const faults: unknown[] = [];
const log: Log = { ...silentLog, error: (...given: unknown[]) => void faults.push(given) };
const site = await useTestSite({ log });
const model = await site.join({ type: 'model' });
const admin = await site.join();
await sql`update accounts set is_admin = true where id = ${admin.id}`.execute(site.database.kysely);
const auditor = await site.join({ roles: ['auditor'] });

/** A mark of each form that a list gives out; of the names, one that no other form takes. */
const MARKS = {
  id: uuidv7(),
  number: '123456789',
  place: '30',
  username: 'anna_b',
  instant: '2026-01-01T00:00:00.000Z',
  time_number: '1700000000123.7',
  time_id: `1700000000123~${uuidv7()}`,
} as const;
type Form = keyof typeof MARKS;

/** Forms whose marks another form takes too: nobody can tell that they are of another list. */
const ALSO: Partial<Readonly<Record<Form, readonly Form[]>>> = {
  number: ['place'],
  username: ['number'],
};

/** What marks each list gives out; a list that is not here fails. */
const FORMS: Readonly<Record<string, Form>> = {
  listAudit: 'number',
  listReceipts: 'id',
  listRecordings: 'id',
  listDeskDocuments: 'id',
  listDataRequests: 'time_id',
  listConversations: 'place',
  readConversation: 'id',
  listActs: 'id',
  getFanClub: 'id',
  getFanFeed: 'id',
  listFans: 'time_number',
  listOwnItems: 'number',
  listOwnMedia: 'number',
  listFriends: 'username',
  listHistory: 'number',
  listDeskOrders: 'id',
  listPurchaseBlocks: 'instant',
  listDisputes: 'id',
  listSettlements: 'id',
  listSettlementLines: 'id',
  listAccountTransfers: 'id',
  listTransfers: 'id',
  listAnnouncements: 'id',
  listNotifications: 'id',
  listFollowers: 'time_number',
  listViewHistory: 'time_number',
  listReviews: 'id',
  listDraws: 'id',
  listSanctions: 'id',
  listModerationLog: 'id',
  listUnbanRequests: 'id',
  listFollowing: 'place',
  listShowHistory: 'time_id',
  listReports: 'place',
  listSanctionsInForce: 'place',
  listRecords: 'place',
  getPerformerRecord: 'id',
  listAppeals: 'place',
  listDeskComplaints: 'place',
  listDeskThreads: 'id',
  listDeskUsers: 'number',
  listWatchable: 'id',
};

/** What else a list has to be asked. */
const ALSO_ASKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listReviews: { kind: 'avatar' },
  listRecords: { by: 'alias', q: 'nobody', reason: 'a test of its marks' },
  getPerformerRecord: { reason: 'a test of its marks' },
};

/** Marks that no list has given out. */
const STRANGE = [
  '',
  ' ',
  '-'.repeat(36),
  '0'.repeat(36),
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '99999999999999999999999999999999',
  '-1',
  '1.5.2',
  '1e+3',
  '١٢',
  '2026-13-45T99:99:99Z',
  '2026-02-31T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '-271821-04-20T00:00',
  '2026-01-01T00:00:00.000Z_-',
  '1_1_1_1~',
  `1700000000123~${MARKS.id}x`,
  `~${MARKS.id}`,
  `x~${MARKS.id}`,
  `${MARKS.id}\n`,
  MARKS.id.toUpperCase(),
  MARKS.id.slice(1),
  '\u{1F3A5}',
  '%00',
  '../../etc/passwd',
  "'; drop table accounts; --",
  'eyJhIjoxfQ==',
  Buffer.from(`1700000000123:${MARKS.id}`).toString('base64url'),
  'x'.repeat(200),
  'x'.repeat(201),
];

/** Calls that are read page by page. */
const paged = Object.values(callsByFeature as Record<string, Record<string, Call>>).flatMap((calls) =>
  Object.entries(calls).filter(([, call]) => 'cursor' in (call.query?.shape ?? {})),
);

/** Whoever may make a call, as far as it is about who they are. */
const readerOf = (who: Who) => {
  if (who === 'audit_reader') return auditor;
  return ['admin', 'model_admin', 'site_mod'].includes(who) ? admin : model;
};

/** Reads a list from a mark on. */
async function readFrom(name: string, call: Call, cursor: string) {
  // There are messages with somebody else.
  const username = name === 'readConversation' ? admin.username : model.username;
  const id = name === 'getPerformerRecord' ? `a${model.id}` : String(model.id);
  const path = call.route[1].replace('{username}', username).replace('{id}', id);
  const query = new URLSearchParams({ cursor, ...ALSO_ASKED[name] });
  const reader = readerOf(call.who);
  const headers = { 'x-csrf-token': reader.csrf };
  const answer = await reader.fetch(`/api/v1${path}?${query.toString()}`, { headers });
  return { status: answer.status, body: (await answer.json()) as object };
}

describe('a mark of where a list goes on', () => {
  test('has a form in every list', () =>
    expect(paged.map(([name]) => name).toSorted()).toEqual(Object.keys(FORMS).toSorted()));

  test.each(paged)(
    'is refused by %s where the list cannot have given it out (common.invalid_input)',
    async (name, call) => {
      const form = FORMS[name]!;
      const others = (Object.keys(MARKS) as Form[]).filter(
        (other) => other !== form && !ALSO[form]?.includes(other),
      );
      for (const cursor of [...STRANGE, ...others.map((other) => MARKS[other])])
        expect([cursor, await readFrom(name, call, cursor)]).toMatchObject([
          cursor,
          {
            status: 400,
            body: {
              status: 0,
              code: 'common.invalid_input',
              fields: [{ path: 'cursor', reason: 'pattern' }],
            },
          },
        ]);
      expect(faults).toEqual([]);
    },
  );

  test.each(paged)('is taken by %s where it is of its form', async (name, call) => {
    const { status, body } = await readFrom(name, call, MARKS[FORMS[name]!]);
    // This model has no fan club, which is told after the mark was read.
    if (name === 'getFanClub') expect(body).toMatchObject({ code: 'fan_club.off' });
    else expect([status, body]).toMatchObject([200, { next_cursor: null }]);
  });
});
