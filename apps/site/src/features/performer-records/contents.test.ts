import { MEDIA_FACTS } from '@klieg/contract/media';
import { type AccountId, uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type Member, useTestSite } from '../../app/testing-site.ts';
import { makeContentStore } from './content-store.ts';
import { makeReadContent } from './read-content.ts';

/* What performers were in beside their broadcasts: recordings, pictures and cameras of houses. */

const custodian = 'Cora Keeper, 12 Archive Lane, Springfield';
const site = await useTestSite({
  env: {
    RECORDS_CUSTODIAN: custodian,
    OPERATOR_COMPANY: 'Klieg Test Ltd',
    OPERATOR_ADDRESS: '1 Main Street',
  },
});
const { kysely } = site.database;
const keeper = await site.join({ roles: ['model_admin'] });
const reason = 'an inspector asks for the record';
const scene = await readFile(new URL('../../../../demo/scenes/s01.jpg', import.meta.url));

const formOf = () => {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(scene)], 'picture.jpg', { type: 'image/jpeg' }));
  return form;
};
const open = (who: Member) =>
  keeper.call('getPerformerRecord', { params: { id: `a${who.id}` }, query: { reason } });
const contentsOf = async (who: Member) => (await open(who)).items;
const byContent = async (q: string) =>
  (await keeper.call('listRecords', { query: { by: 'content', q, reason } })).items.map(({ id }) => id);
const joinModel = () => site.join({ type: 'model', settings: { pm_allow: 'all' } });

async function sendPicture(from: Member, to: Member) {
  const params = { username: to.username };
  const { image_id } = await from.call('uploadMessagePicture', { params, form: formOf() });
  const body = { text: 'a picture', client_id: uuidv7(), image_id };
  const { id: messageId } = await from.call('sendMessage', { params, body });
  return { imageId: image_id, messageId };
}

describe('a picture in a message', () => {
  test.runIf(isLongRun)(
    'of a performer stands in the record since it was sent, and is found by its id; that of a viewer does not',
    async () => {
      const [model, viewer] = [await joinModel(), await site.join({ settings: { pm_allow: 'all' } })];
      const { image_id: loose } = await model.call('uploadMessagePicture', {
        params: { username: viewer.username },
        form: formOf(),
      });
      const sent = await sendPicture(model, viewer);
      const answered = await sendPicture(viewer, model);
      expect(await contentsOf(model)).toMatchObject([
        {
          id: sent.imageId,
          kind: 'message_picture',
          broadcast_id: null,
          mode: null,
          camera: null,
          ended_at: null,
          url: null,
          performers: [{ id: `a${model.id}`, name: model.username }],
          withdrawn: false,
          removed_at: null,
          erased_at: null,
        },
      ]);
      expect(await byContent(sent.imageId)).toEqual([`a${model.id}`]);
      expect(await byContent(new Date().toISOString().slice(0, 10))).toContain(`a${model.id}`);
      expect(await byContent('2020-01-01')).toEqual([]);
      for (const id of [loose, answered.imageId]) expect(await byContent(id)).toEqual([]);
    },
  );

  test.runIf(isFullRun)(
    'that is taken back, removed by staff or erased stays in the record and says so',
    async () => {
      const [model, viewer] = [await joinModel(), await site.join({ settings: { pm_allow: 'all' } })];
      const { imageId, messageId } = await sendPicture(model, viewer);
      await model.call('deleteMessages', {
        params: { username: viewer.username },
        body: { ids: [messageId] },
      });
      const [back] = await contentsOf(model);
      expect(back).toMatchObject({ id: imageId, withdrawn: true, ended_at: expect.any(String) as string });
      await sql`update message_pictures set withheld_at = now() where id = ${imageId}`.execute(kysely);
      expect((await contentsOf(model))[0]).toMatchObject({ removed_at: expect.any(String) as string });
      await sql`update message_pictures set withheld_at = null where id = ${imageId}`.execute(kysely);
      expect((await contentsOf(model))[0]).toMatchObject({ removed_at: null, erased_at: null });
      // As the deletion of an account does.
      await sql`delete from direct_messages where id = ${messageId}`.execute(kysely);
      expect(await contentsOf(model)).toMatchObject([
        { id: imageId, withdrawn: true, ended_at: back!.ended_at, erased_at: expect.any(String) as string },
      ]);
      expect(await byContent(imageId)).toEqual([`a${model.id}`]);
    },
  );
});

describe('the picture of a page', () => {
  const show = async (model: Member) => {
    await model.call('uploadAvatar', { form: formOf() });
    const { items } = await keeper.call('listReviews', { query: { kind: 'avatar' } });
    const { id } = items.find(({ user }) => user.username === model.username)!;
    await keeper.call('decideReview', { params: { id }, body: { decision: 'approve' } });
    return (await model.call('getCurrentUser')).user.avatar!.slice('/files/avatars/'.length, -'.jpg'.length);
  };

  test.runIf(isFullRun)(
    'stands in the record from when it is shown until another takes its place, and as erased after that',
    async () => {
      const model = await joinModel();
      await model.call('uploadAvatar', { form: formOf() });
      // Nobody has seen it yet.
      expect(await contentsOf(model)).toEqual([]);
      const first = await show(model);
      expect(await contentsOf(model)).toMatchObject([
        { id: first, kind: 'avatar', url: `/${model.username}`, ended_at: null, erased_at: null },
      ]);
      const second = await show(model);
      await eventually(async () =>
        expect(await contentsOf(model)).toMatchObject([
          { id: second, ended_at: null, erased_at: null },
          { id: first, ended_at: expect.any(String) as string, erased_at: expect.any(String) as string },
        ]),
      );
      await sql`update avatar_pictures set withheld_at = now() where id = ${second}`.execute(kysely);
      await sql`update accounts set avatar_url = null where id = ${model.id}`.execute(kysely);
      expect((await contentsOf(model))[0]).toMatchObject({
        id: second,
        ended_at: expect.any(String) as string,
        removed_at: expect.any(String) as string,
      });
    },
  );

  test('counts from when its person becomes a performer', async () => {
    const person = await site.join();
    await person.call('uploadAvatar', { form: formOf() });
    expect(await contentsOf(person)).toEqual([]);
    await sql`update accounts set type = 'model' where id = ${person.id}`.execute(kysely);
    expect(await contentsOf(person)).toMatchObject([{ kind: 'avatar', ended_at: null }]);
  });
});

test('a camera of a house stands in the record for each time it was on, with its name and span', async () => {
  const model = await joinModel();
  await sql`update accounts set is_voyeur_cam = true where id = ${model.id}`.execute(kysely);
  const run = async () => {
    await model.call('openVoyeurCamera', { params: { name: 'kitchen' }, body: {} });
    const { rows } = await sql<{ id: string; name: string }>`
      select c.camera_id as id, c.stream_name as name from voyeur_cameras v join cameras c using (camera_id)
      where v.room_id = ${model.id} and v.name = 'kitchen'`.execute(kysely);
    const { id: broadcastId, name: streamName } = rows[0]!;
    const figures = {
      username: 'v',
      width: 640,
      height: 480,
      hasAudio: true,
      tech: 'webrtc',
      renditions: [],
    };
    site.bus.publish(MEDIA_FACTS, {
      kind: 'live',
      node: 'm1',
      broadcastId,
      streamName,
      isCamera: true,
      ...figures,
    });
    await eventually(async () =>
      expect((await contentsOf(model))[0]).toMatchObject({ id: broadcastId, ended_at: null }),
    );
    await model.call('closeVoyeurCamera', { params: { name: 'kitchen' }, body: {} });
    return broadcastId;
  };
  // One that never had a picture is nothing that anybody was in.
  await model.call('openVoyeurCamera', { params: { name: 'bedroom' }, body: {} });
  await model.call('closeVoyeurCamera', { params: { name: 'bedroom' }, body: {} });
  const [first, second] = [await run(), await run()];
  const items = (await contentsOf(model)).filter(({ kind }) => kind === 'house_camera');
  expect(items.map(({ id }) => id)).toEqual([second, first]);
  for (const item of items) {
    expect(item).toMatchObject({ camera: 'kitchen', url: `/${model.username}`, mode: null });
    expect(Date.parse(item.ended_at!)).toBeGreaterThanOrEqual(Date.parse(item.started_at));
  }
  expect(await byContent(first)).toEqual([`a${model.id}`]);
  // Its row goes after a day; the record stays.
  await sql`delete from cameras where camera_id = ${first}`.execute(kysely);
  expect(await byContent(first)).toEqual([`a${model.id}`]);
});

test('a recording that its performer deletes, or staff removes with all of its files, stays in the record', async () => {
  const model = await joinModel();
  const [origin, part] = [uuidv7(), uuidv7()];
  for (const [id, number] of [
    [origin, 0],
    [part, 1],
  ] as const)
    await sql`insert into recordings (id, origin_id, part, account_id, broadcast_id, kind, state, duration_ms)
      values (${id}, ${origin}, ${number}, ${model.id}, ${uuidv7()}, 'private', 'ready', 60000)`.execute(
      kysely,
    );
  await sql`update recordings set withheld_at = now() where id = ${origin}`.execute(kysely);
  const removed = expect.any(String) as string;
  expect(await contentsOf(model)).toMatchObject([
    { id: part, kind: 'recording', mode: 'private', removed_at: removed },
    { id: origin, kind: 'recording', mode: 'private', removed_at: removed, erased_at: null },
  ]);
  await sql`delete from recordings where id = ${part}`.execute(kysely);
  expect((await contentsOf(model))[0]).toMatchObject({ id: part, erased_at: expect.any(String) as string });
});

describe('an export', () => {
  const save = (query: object) => keeper.call('exportRecords', { query: { reason, ...query } as never });

  test.runIf(isFullRun)(
    'has pictures and cameras beside the rest, and names the custodian of records in each row',
    async () => {
      const [model, viewer] = [await joinModel(), await site.join({ settings: { pm_allow: 'all' } })];
      const { imageId } = await sendPicture(model, viewer);
      const file = await save({ by: 'alias', q: model.username });
      const [row] = file.rows.map((cells) =>
        Object.fromEntries(file.columns.map((name, at) => [name, cells[at]])),
      );
      expect(row).toMatchObject({
        record: `a${model.id}`,
        content: imageId,
        content_kind: 'message_picture',
        shown_at: '',
        removed_at: '',
        custodian,
      });
      expect(file.totals['statement']).toBe(
        `The records that 18 U.S.C. 2257 and 28 C.F.R. Part 75 require are kept by: ${custodian}. Operator: Klieg Test Ltd, 1 Main Street.`,
      );
      const all = await save({});
      expect(new Set(all.rows.map((cells) => cells.length))).toEqual(new Set([file.columns.length]));
      expect(new Set(all.rows.map((cells) => cells.at(-1)))).toEqual(new Set([custodian]));
      expect(
        (await keeper.call('listRecords', { query: { by: 'content', q: imageId, reason } })).custodian,
      ).toBe(custodian);
    },
  );

  test('asks the database as often for many performers with many pictures as for one', async () => {
    const crowd = [await joinModel(), await joinModel(), await joinModel()];
    for (const { id } of crowd)
      await sql`insert into performer_contents (id, account_id, kind, started_at)
        select gen_random_uuid(), ${id}, 'message_picture', now() from generate_series(1, 300)`.execute(
        kysely,
      );
    let asked = 0;
    const counted = kysely.withPlugin({
      transformQuery({ node }) {
        asked++;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const { readContentOf } = makeReadContent(makeContentStore({ kysely: counted }));
    const keys = crowd.map(({ id }) => id as never as AccountId);
    await readContentOf(keys.slice(0, 1), 2_000);
    const forOne = asked;
    const found = await readContentOf(keys, 2_000);
    expect(keys.map((key) => found.get(key)?.length)).toEqual([300, 300, 300]);
    expect(asked).toBe(2 * forOne);
  });
});
