import { readFile } from 'node:fs/promises';
import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* A complaint that comes in on one node holds on the other, and its moderators there are told. */

const { database, startNats, startNode, join, loginAt } = await useSharedNodes();
const { kysely } = database;
let a = '';
let b = '';
beforeAll(async () => {
  await startNats();
  a = (await eventually(() => startNode('a'))).url;
  b = (await startNode('b')).url;
});

const formOf = async () => {
  const form = new FormData();
  const bytes = await readFile(new URL('../../../demo/scenes/s09.jpg', import.meta.url));
  form.append('file', new File([bytes], 'me.jpg', { type: 'image/jpeg' }));
  return form;
};
const moderator = async (url: string, name: string): Promise<Visitor> => {
  await join(url, name, 'other');
  await sql`update accounts set user_roles = '{site_mod}' where username = ${name}`.execute(kysely);
  return loginAt(url, name);
};

test('a notice on one node takes a file off the other, moderators there are told and one of two decides', async () => {
  const owner = await join(a, 'olive', 'other');
  const { user } = await owner.call('uploadAvatar', { form: await formOf() });
  const path = user.avatar!;
  const statusOf = async () => (await owner.fetch(path)).status;
  expect(await statusOf()).toBe(200);
  const mods = await Promise.all([moderator(a, 'moda'), moderator(b, 'modb')]);
  const pages = await Promise.all(mods.map((mod) => mod.openLobby()));
  const guest = await join(b, 'gwen', 'other');
  await guest.call('fileComplaint', {
    body: {
      kind: 'take_it_down',
      urls: [`${b}${path}`],
      name: 'Gwen Depicted',
      email: 'gwen@example.org',
      relation: 'self',
      statement: 'This is me, and I have not agreed to it.',
      good_faith: true,
      perjury: true,
      signature: 'Gwen Depicted',
    },
  });
  for (const page of pages)
    await page.waitFor('v3.staff.queue', ({ queue, count }) => queue === 'complaint' && count === 1);
  await eventually(async () => expect(await statusOf()).toBe(404));
  const { id, revision } = (await mods[1]!.call('listDeskComplaints', { query: {} })).items[0]!;
  const body = { note: 'Looked at it, it is somebody else.', revision };
  const answers = await Promise.all(
    mods.map((mod, at) =>
      mod
        .call('decideComplaint', {
          params: { id },
          body: { ...body, action: at === 0 ? 'reject' : 'remove' },
        })
        .then(
          () => 'decided',
          (error: { code: string }) => error.code,
        ),
    ),
  );
  expect(answers.toSorted()).toEqual([
    'decided',
    expect.stringMatching(/^moderation\.stale|^complaint_desk\.action_not_possible/),
  ]);
  for (const page of pages)
    await page.waitFor('v3.staff.queue', ({ queue, count }) => queue === 'complaint' && count === 0);
  const isBack = answers[0] === 'decided';
  await eventually(async () => expect(await statusOf()).toBe(isBack ? 200 : 404));
});

test('a term that staff adds on one node is refused on the other', async () => {
  await join(a, 'kay', 'other');
  await sql`update accounts set user_roles = '{model_admin}' where username = 'kay'`.execute(kysely);
  const keeper = await loginAt(a, 'kay');
  const writer = await join(b, 'wim', 'model');
  await keeper.call('changeTerms', {
    body: { add: [{ term: 'blue heron', action: 'refuse', scope: 'profile' }] },
  });
  await eventually(async () =>
    expect(
      await writer.call('saveProfile', { body: { about: `A blue heron, ${Date.now()}` } }).then(
        () => 'saved',
        (error: { code: string }) => error.code,
      ),
    ).toBe('compliance.text_refused'),
  );
});
