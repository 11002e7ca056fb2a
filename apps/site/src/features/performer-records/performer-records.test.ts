import { MEDIA_FACTS, verifyMediaToken } from '@klieg/contract/media';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openApplicants, PERSON } from '../../app/testing-applicant-store.ts';
import { openPerformers, SIGNED } from '../../app/testing-consent-store.ts';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { liveFact } from '../broadcast/testing-live.ts';

const site = await useTestSite();
const { kysely } = site.database;
const applicants = openApplicants(site);
const performers = openPerformers(site);
const boss = await openTestDesk(site).joinSuperAdmin();
const keeper = await site.join({ roles: ['model_admin'] });
const reason = 'an inspector asks for the record';

const model = await applicants.fill();
await applicants.submit(model);
const waiting = (await applicants.waitingOf(model, keeper))!;
await keeper.call('decideReview', { params: { id: waiting.id }, body: { decision: 'approve' } });
const nell = await performers.clear(model, keeper, 'nell@example.org');

const search = (by: 'legal_name' | 'alias' | 'content', q: string, who: Member = keeper, more: object = {}) =>
  who.call('listRecords', { query: { by, q, reason, ...more } });
const idsBy = async (...given: Parameters<typeof search>) =>
  (await search(...given)).items.map(({ id }) => id);
const open = (id: string, who: Member = keeper, more: object = {}) =>
  who.call('getPerformerRecord', { params: { id }, query: { reason, ...more } });
const save = (query: object, who: Member = keeper) =>
  who.call('exportRecords', { query: { reason, ...query } as never });
const entries = async (action: string) =>
  (
    await sql<{ actor: string; target: string; detail: string }>`
      select actor, target, detail from audit_entries where action = ${action} order by number`.execute(
      kysely,
    )
  ).rows.map(({ detail, ...entry }) => ({ ...entry, detail: JSON.parse(detail) as Record<string, string> }));
const own = `a${model.id}`;

/** A broadcast from its first picture to its end. */
async function broadcast(by: Member, beside: readonly string[] = []): Promise<string> {
  const { ingest } = await by.call('startBroadcast', {
    body: { streaming_tech: 'webrtc', co_performers: [...beside] },
  });
  const claims = verifyMediaToken(site.site.mediaSecret, ingest!.token, Date.now());
  if (claims?.use !== 'publish') throw new Error('no right to publish');
  const { broadcastId, streamName } = claims;
  site.bus.publish(MEDIA_FACTS, liveFact(by, { broadcastId, streamName }));
  await eventually(async () => expect((await site.site.rooms.get(by.id as never)).status).toBe('online'));
  await by.call('stopBroadcast', { body: {} });
  await site.site.settled();
  return broadcastId;
}
const together = await broadcast(model, [nell]);
const alone = await broadcast(model);
const recording = uuidv7();
await sql`insert into recordings (id, origin_id, account_id, broadcast_id, kind, state, video_blob, duration_ms)
  values (${recording}, ${recording}, ${model.id}, ${together}, 'public', 'ready', 'x', 60000)`.execute(
  kysely,
);

describe('a record is found', () => {
  test('by legal name, by the beginnings of its words, of models and of who was beside them', async () => {
    for (const q of ['Ostrowitzki', 'quilla OSTRO', 'ostrowitzki quillaverne'])
      expect(await idsBy('legal_name', q), q).toEqual([own]);
    expect(await idsBy('legal_name', 'odalys quint')).toEqual([nell]);
    for (const q of ['strowitzki', 'Zephyrine', 'Nobody At All'])
      expect(await idsBy('legal_name', q), q).toEqual([]);
  });

  test('by every other name: of the account now and before, of the stage, and as a model has called somebody', async () => {
    const before = model.username;
    const settings = JSON.stringify({ can_change_username: true });
    await sql`update accounts set display_name = 'Marlowe Sable', settings = settings || ${settings}::jsonb
      where id = ${model.id}`.execute(kysely);
    await model.call('changeUsername', { body: { username: 'sable_night' } as never });
    for (const q of [before, 'sable_night', 'marlowe', 'Zephyrine Moor'])
      expect(await idsBy('alias', q), q).toContain(own);
    for (const q of ['Nell Harbour', 'nell from lisbon']) expect(await idsBy('alias', q), q).toEqual([nell]);
    // A reserved name is free after a while, and is found for good.
    await sql`delete from former_usernames where account_id = ${model.id}`.execute(kysely);
    const { items } = await search('alias', before);
    expect(items[0]).toMatchObject({
      id: own,
      kind: 'model',
      username: 'sable_night',
      legal_names: ['Quillaverne Ostrowitzki'],
      birth_date: PERSON.birth_date,
      state: 'approved',
    });
    expect(items[0]!.names.map(({ name, kind }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining([
        `username ${before}`,
        'username sable_night',
        'display_name Marlowe Sable',
        'stage_name Zephyrine Moor',
      ]),
    );
  });

  test('by what they were in: an id of a broadcast or recording, or a day; everybody in it', async () => {
    expect(await idsBy('content', together)).toEqual([own, nell]);
    expect(await idsBy('content', recording)).toEqual([own, nell]);
    expect(await idsBy('content', alone)).toEqual([own]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await idsBy('content', today)).toEqual([own, nell]);
    expect(await idsBy('content', '2020-01-01')).toEqual([]);
    expect(await idsBy('content', uuidv7())).toEqual([]);
    expect(await codeOf(search('content', 'yesterday'))).toBe('common.invalid_input');
  });

  test('page by page, with how many there are', async () => {
    const first = await search('content', together, keeper, { limit: '1' });
    expect([first.found, first.items.map(({ id }) => id), first.next_cursor]).toEqual([2, [own], '1']);
    expect(first.custodian).toBeNull();
    const second = await search('content', together, keeper, { limit: '1', cursor: '1' });
    expect([second.items.map(({ id }) => id), second.next_cursor]).toEqual([[nell], null]);
  });
});

describe('a record', () => {
  test('has the documents and everything somebody was in, newest first, with dates and with whom', async () => {
    const { record, documents, items, next_cursor: next } = await open(own);
    expect(record).toMatchObject({ id: own, broadcasts: 2, last_on: new Date().toISOString().slice(0, 10) });
    expect(documents.map(({ kind }) => kind)).toContain('id_front');
    expect((await keeper.fetch(documents[0]!.url)).status).toBe(200);
    expect(items.map(({ id, kind }) => [id, kind])).toEqual([
      [recording, 'recording'],
      [alone, 'broadcast'],
      [together, 'broadcast'],
    ]);
    expect(next).toBeNull();
    const shown = items.at(-1)!;
    expect(shown.performers.map(({ id }) => id)).toEqual([own, nell]);
    expect(shown.performers[1]!.name).toBe('Nell Harbour');
    expect(Date.parse(shown.ended_at!)).toBeGreaterThanOrEqual(Date.parse(shown.started_at));
    expect(shown).toMatchObject({ url: '/sable_night', withdrawn: false, mode: null });
    const page = await open(own, keeper, { limit: '2' });
    const rest = await open(own, keeper, { limit: '2', cursor: page.next_cursor! });
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  });

  test('of somebody without an account has what they were in beside the model, also after they withdraw', async () => {
    const { record, documents, items } = await open(nell);
    expect(record).toMatchObject({
      kind: 'co_performer',
      username: null,
      beside: 'sable_night',
      legal_names: [SIGNED.legal_name],
      birth_date: SIGNED.birth_date,
      state: 'approved',
      broadcasts: 1,
    });
    expect(documents.map(({ kind }) => kind)).toEqual(['id_front', 'selfie_with_id']);
    expect(items.map(({ id }) => id)).toEqual([recording, together]);
    await model.call('revokeConsent', { params: { id: nell }, body: {} });
    expect((await open(nell)).record.state).toBe('revoked');
    await eventually(async () =>
      expect((await open(nell)).items.map(({ withdrawn }) => withdrawn)).toEqual([true, true]),
    );
  });

  test('that there is none of is not found (common.not_found)', async () => {
    for (const id of ['a999999999', uuidv7()]) expect(await codeOf(open(id))).toBe('common.not_found');
    for (const id of ['a0', 'a-1', 'nobody', '7'])
      expect(await codeOf(open(id))).toBe('common.invalid_input');
  });
});

describe('a look', () => {
  test('is kept with its reason and with whom it has shown, and never with what was typed', async () => {
    await search('legal_name', 'Ostrowitzki');
    expect((await entries('records.searched')).at(-1)).toEqual({
      actor: keeper.username,
      target: 'records',
      detail: { reason, by: 'legal_name', found: '1', records: own },
    });
    await search('alias', 'somebody unknown');
    expect((await entries('records.searched')).at(-1)!.detail).toMatchObject({ found: '0', records: '' });
    await open(own);
    await open(nell);
    const looks = (await entries('records.opened')).slice(-2);
    expect(looks.map(({ target }) => target)).toEqual([`account:${model.id}`, `consent:${nell}`]);
    expect(looks[0]!.detail['reason']).toBe(reason);
    const { rows } = await sql<{ all: string }>`
      select string_agg(t::text, '') as all from audit_entries t`.execute(kysely);
    for (const secret of ['strowitzki', SIGNED.legal_name, 'somebody unknown'])
      expect(rows[0]!.all.toLowerCase()).not.toContain(secret.toLowerCase());
  });

  test('is for who looks after models, with a reason, a password given lately and the page’s own token (common.csrf)', async () => {
    const before = (await entries('records.searched')).length;
    const short = { reason: 'short' };
    expect(await codeOf(search('alias', 'nell', keeper, short))).toBe('common.invalid_input');
    expect(await codeOf(open(own, keeper, short))).toBe('common.invalid_input');
    expect(await codeOf(save(short))).toBe('common.invalid_input');
    const strangers = [
      model,
      await site.join({ roles: ['site_mod'] }),
      await site.join({ roles: ['auditor'] }),
    ];
    for (const who of strangers)
      for (const ask of [() => search('alias', 'nell', who), () => open(own, who), () => save({}, who)])
        expect(await codeOf(ask())).toBe('common.forbidden');
    const path = `/api/v1/mod/records?by=alias&q=nell&reason=${encodeURIComponent(reason)}`;
    expect(await (await keeper.fetch(path)).json()).toMatchObject({ code: 'common.csrf' });
    await sql`update sessions set sudo_until = null where account_id = ${keeper.id}`.execute(kysely);
    for (const ask of [() => search('alias', 'nell'), () => open(own), () => save({})])
      expect(await codeOf(ask())).toBe('common.sudo_required');
    await keeper.call('sudo', { body: { password: keeper.password } });
    expect((await entries('records.searched')).length).toBe(before);
  });
});

describe('an export', () => {
  test('has a row for each performer and content, and leaves its entry', async () => {
    const file = await save({ by: 'legal_name', q: 'quillaverne' });
    const cells = file.rows.map((row) =>
      Object.fromEntries(file.columns.map((column, at) => [column, row[at]])),
    );
    expect(cells.map(({ content }) => content)).toEqual([recording, alone, together]);
    expect(cells.at(-1)).toMatchObject({
      record: own,
      kind: 'model',
      legal_names: 'Quillaverne Ostrowitzki',
      birth_date: PERSON.birth_date,
      content_kind: 'broadcast',
      shown_at: '/sable_night',
      performers: `sable_night (${own}); Nell Harbour (${nell})`,
      // Where the operator has not said it, the gap is marked plainly.
      custodian: '[to be filled in by the operator]',
    });
    expect((await entries('records.exported')).at(-1)).toEqual({
      actor: keeper.username,
      target: 'records',
      detail: { reason, by: 'legal_name', format: 'json', performers: '1', rows: '3' },
    });
  });

  test('of everybody has also those who were in nothing, and comes as CSV', async () => {
    const quiet = await site.join({ type: 'model' });
    const all = await save({}, boss);
    const records = new Set(all.rows.map(([id]) => id));
    expect([...records]).toEqual(expect.arrayContaining([own, nell, `a${quiet.id}`]));
    expect(all.totals).toMatchObject({ rows: all.rows.length });
    const path = `/api/v1/mod/records/export?by=content&q=${together}&format=csv&reason=${encodeURIComponent(reason)}`;
    const answer = await keeper.fetch(path, { headers: { 'x-csrf-token': keeper.csrf } });
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const lines = (await answer.text()).trim().split('\n');
    expect(lines[0]).toContain('legal_names');
    expect(lines.join()).toContain('Odalys Quinterova');
    expect((await entries('records.exported')).at(-1)!.detail).toMatchObject({
      format: 'csv',
      performers: '2',
    });
    expect(await codeOf(save({ by: 'alias' }))).toBe('common.invalid_input');
  });

  test.runIf(isFullRun)(
    'is whole or none: too many rows are refused, and leave no entry (performer_records.too_many)',
    async () => {
      const before = (await entries('records.exported')).length;
      const busy = await site.join({ type: 'model' });
      await sql`insert into performer_broadcasts (broadcast_id, account_id, started_at)
      select gen_random_uuid(), ${busy.id}, now() from generate_series(1, 20001)`.execute(kysely);
      expect(await codeOf(save({ by: 'alias', q: busy.username }))).toBe('performer_records.too_many');
      expect((await entries('records.exported')).length).toBe(before);
      // Others are found as before.
      expect((await save({ by: 'legal_name', q: 'odalys' })).rows).toHaveLength(2);
    },
  );
});
