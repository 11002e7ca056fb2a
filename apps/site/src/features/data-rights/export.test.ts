import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DAY_MS, HOUR_MS } from '@klieg/kernel/time';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { buy, joinStaff, mediaMakers } from '../../app/testing-media-store.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { readZip } from './testing-zip.ts';

let nowMs = Date.now();
const errors: string[] = [];
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (_fields: object, words: string) => void errors.push(words),
};
const site = await useTestSite({ clock: { now: () => nowMs }, log: log as never });
const { kysely } = site.database;
const staff = await joinStaff(site);
const { publish } = mediaMakers(site);
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'klieg-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stateOf = (member: Member) => member.call('getExport');
/** Sessions know the time of the database, which the clock of this test runs ahead of. */
const prove = (member: Member) =>
  sql`update sessions set sudo_until = ${new Date(nowMs + 900_000)}, expires_at = ${new Date(nowMs + 90 * DAY_MS)}
    where account_id = ${member.id}`.execute(kysely);
const ask = async (member: Member) => {
  await prove(member);
  return member.call('requestExport', { body: {} });
};
const makeOne = async (member: Member) => {
  const { job_id: id } = await ask(member);
  await eventually(async () => expect((await stateOf(member)).state).toBe('ready'));
  return id;
};
const linkOf = async (member: Member) => {
  await prove(member);
  return (await member.call('openExport', { body: {} })).url;
};
const fetchAs = (member: Member, url: string, headers: Record<string, string> = {}) =>
  fetch(`${site.url}${url}`, {
    headers: { ...headers, cookie: [...member.cookies].map((pair) => pair.join('=')).join('; ') },
  });
const filesOf = async (member: Member) =>
  readZip(Buffer.from(await (await fetchAs(member, await linkOf(member))).arrayBuffer()));
const linesIn = (files: ReadonlyMap<string, Buffer>, name: string) =>
  (files.get(name)?.toString() ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const becomeFriends = async (one: Member, other: Member) => {
  await one.call('requestFriend', { params: { username: other.username }, body: {} });
  await other.call('acceptFriend', { params: { username: one.username }, body: {} });
};

describe('an archive', () => {
  test.runIf(isFullRun)(
    'has what the site holds about its person, and others only by the name that the person sees',
    async () => {
      const [anna, ben] = [await site.join({ tokens: 30 }), await site.join()];
      const model = await site.join({ type: 'model' });
      await becomeFriends(anna, ben);
      await anna.call('follow', { params: { username: model.username }, body: {} });
      await sql`
      insert into direct_messages (id, low_id, high_id, sender_id, client_id, text, created_at) values
        (gen_random_uuid(), ${anna.id}, ${ben.id}, ${anna.id}, gen_random_uuid(), 'from anna', now()),
        (gen_random_uuid(), ${anna.id}, ${ben.id}, ${ben.id}, gen_random_uuid(), 'from ben', now())`.execute(
        kysely,
      );
      await sql`insert into desk_notes (id, account_id, by_id, text)
      values (gen_random_uuid(), ${anna.id}, ${ben.id}, 'remark of the desk')`.execute(kysely);
      await sql`insert into account_notes (author_id, subject_id, notes) values
      (${ben.id}, ${anna.id}, 'ben thinks this'), (${anna.id}, ${ben.id}, 'anna thinks that')`.execute(
        kysely,
      );
      await makeOne(anna);
      const files = await filesOf(anna);
      expect(linesIn(files, 'data/account/accounts.jsonl')).toMatchObject([
        { username: anna.username, email: `${anna.username}@example.org` },
      ]);
      expect(
        linesIn(files, 'data/people/direct_messages.jsonl').map(({ sender, text }) => [sender, text]),
      ).toEqual(
        expect.arrayContaining([
          [anna.username, 'from anna'],
          [ben.username, 'from ben'],
        ]),
      );
      expect(linesIn(files, 'data/people/follows.jsonl')).toMatchObject([{ model: model.username }]);
      expect(linesIn(files, 'data/people/account_notes.jsonl')).toMatchObject([
        { notes: 'anna thinks that' },
      ]);
      expect(linesIn(files, 'data/money/statement.jsonl')).toMatchObject([{ purse: 'spending', tokens: 30 }]);
      const all = Buffer.concat([...files.values()]).toString();
      for (const word of [
        'remark of the desk',
        'ben thinks this',
        `${ben.username}@example.org`,
        'password_hash',
      ])
        expect(all, word).not.toContain(word);
      expect(files.get('README.txt')!.toString()).toContain('desk_notes: is what staff has noted');
    },
  );

  test.runIf(isFullRun)('says of each payment what it was for, as the statement does', async () => {
    const model = await site.join({ type: 'model' });
    const viewer = await site.join({ tokens: 200 });
    const media = await publish(model, staff, { name: 'A walk by the sea', token_price: 100 });
    await buy(viewer, media.id);
    await makeOne(viewer);
    const { items } = await viewer.call('listHistory', { query: {} });
    const lines = linesIn(await filesOf(viewer), 'data/money/statement.jsonl');
    expect(lines.map(({ id, about }) => ({ id, about }))).toEqual(
      items.map(({ id, about }) => ({ id, about })),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ about: expect.objectContaining({ label: media.name }) }),
    );
  });

  test('leaves out what its person was not shown: messages of somebody ignored, and what they have deleted', async () => {
    const [anna, ben] = [await site.join(), await site.join()];
    await sql`
      insert into direct_messages (id, low_id, high_id, sender_id, client_id, text, is_unseen, deleted_by_receiver) values
        (gen_random_uuid(), ${anna.id}, ${ben.id}, ${ben.id}, gen_random_uuid(), 'never arrived', true, false),
        (gen_random_uuid(), ${anna.id}, ${ben.id}, ${ben.id}, gen_random_uuid(), 'thrown away', false, true)`.execute(
      kysely,
    );
    await makeOne(anna);
    expect((await filesOf(anna)).has('data/people/direct_messages.jsonl')).toBe(false);
  });

  test.runIf(isFullRun)(
    'can be checked by the program that comes with it, which finds each change',
    async () => {
      const anna = await site.join();
      await makeOne(anna);
      const files = await filesOf(anna);
      const path = (name: string) => join(folder, ...name.split('/'));
      for (const [name, content] of files) {
        mkdirSync(dirname(path(name)), { recursive: true });
        writeFileSync(path(name), content);
      }
      const { public_key: key } = await stateOf(anna);
      const check = (...given: string[]) =>
        run(process.execPath, [path('check-archive.mjs'), ...given]).then(
          ({ stdout }) => stdout,
          (error: { stderr: string }) => error.stderr,
        );
      expect(await check(key)).toContain(`as they were signed by ${key}`);
      expect(await check(Buffer.alloc(32, 9).toString('base64url'))).toContain('signature does not belong');
      writeFileSync(path('data/added.txt'), 'x');
      expect(await check(key)).toContain('data/added.txt was added');
      rmSync(path('data/added.txt'));
      appendFileSync(path('data/account/accounts.jsonl'), ' ');
      expect(await check(key)).toContain('accounts.jsonl was changed');
      rmSync(path('data/account/accounts.jsonl'));
      expect(await check(key)).toContain('accounts.jsonl is missing');
      appendFileSync(path('manifest.json'), ' ');
      expect(await check()).toContain('signature does not belong');
    },
  );

  test.runIf(isFullRun)('is made once at a time and once a day (identity.export_running)', async () => {
    const anna = await site.join();
    const [one, other] = await Promise.all([codeOf(ask(anna)), codeOf(ask(anna))]);
    expect([one, other].toSorted()).toEqual(['identity.export_running', 'not refused']);
    await eventually(async () => expect(await stateOf(anna)).toMatchObject({ state: 'ready', percent: 100 }));
    const first = await ask(anna);
    expect(await ask(anna)).toEqual(first);
    nowMs += DAY_MS + 1;
    expect((await ask(anna)).job_id).not.toBe(first.job_id);
    await eventually(async () => expect((await stateOf(anna)).state).toBe('ready'));
  });

  test('is asked for with a password given lately (common.sudo_required)', async () => {
    const anna = await site.join();
    await sql`update sessions set sudo_until = null where account_id = ${anna.id}`.execute(kysely);
    expect(await codeOf(anna.call('requestExport', { body: {} }))).toBe('common.sudo_required');
    expect(await codeOf(anna.call('openExport', { body: {} }))).toBe('common.sudo_required');
  });

  test('can be asked for and fetched by who is suspended', async () => {
    const anna = await site.join();
    await sql`update accounts set suspended_at = now() where id = ${anna.id}`.execute(kysely);
    await makeOne(anna);
    expect((await fetchAs(anna, await linkOf(anna))).status).toBe(200);
  });
});

describe('a link to an archive', () => {
  test('is of no use to a stranger, without a password given lately, altered, or later (common.not_found)', async () => {
    const [anna, ben] = [await site.join(), await site.join()];
    await prove(anna);
    await prove(ben);
    expect(await codeOf(anna.call('openExport', { body: {} }))).toBe('common.not_found');
    await makeOne(anna);
    const url = await linkOf(anna);
    expect((await fetchAs(anna, url)).headers.get('content-disposition')).toContain('attachment');
    expect((await fetch(`${site.url}${url}`)).status).toBe(404);
    expect((await fetchAs(ben, url)).status).toBe(404);
    expect((await fetchAs(anna, url.replace(/until=\d+/u, `until=${nowMs + DAY_MS}`))).status).toBe(404);
    await sql`update sessions set sudo_until = null where account_id = ${anna.id}`.execute(kysely);
    expect((await stateOf(anna)).url).toBeNull();
    expect((await fetchAs(anna, url)).status).toBe(404);
    await prove(anna);
    expect((await fetchAs(anna, (await stateOf(anna)).url!)).status).toBe(200);
    nowMs += 16 * 60_000;
    await prove(anna);
    expect((await fetchAs(anna, url)).status).toBe(404);
  });

  test.runIf(isFullRun)(
    'is counted, a download that goes on counts as one, and after twenty there is none',
    async () => {
      const anna = await site.join();
      await makeOne(anna);
      const url = await linkOf(anna);
      const rest = await fetchAs(anna, url, { range: 'bytes=10-' });
      expect(rest.status).toBe(206);
      expect((await stateOf(anna)).downloads).toBe(0);
      for (let i = 0; i < 20; i++)
        expect((await fetchAs(anna, url, { range: 'bytes=0-9' })).status).toBe(206);
      expect((await fetchAs(anna, url)).status).toBe(404);
      expect(await stateOf(anna)).toMatchObject({ downloads: 20, downloads_max: 20 });
    },
  );

  test.runIf(isFullRun)('ends with the archive, which goes after seven days with its file', async () => {
    const anna = await site.join();
    const id = await makeOne(anna);
    nowMs += 7 * DAY_MS + 1;
    await site.site.doChores();
    expect(await stateOf(anna)).toMatchObject({ state: 'none', url: null });
    const { rows } = await sql<{ state: string }>`select state from data_exports where id = ${id}`.execute(
      kysely,
    );
    expect(rows).toEqual([{ state: 'gone' }]);
  });
});

test('a request that is not answered within 72 hours is told to the log once', async () => {
  const anna = await site.join();
  await sql`
    insert into data_exports (id, account_id, asked_at, due_at, state)
    values (gen_random_uuid(), ${anna.id}, ${new Date(nowMs)}, ${new Date(nowMs + 72 * HOUR_MS)}, 'failed')`.execute(
    kysely,
  );
  const told = () => errors.filter((words) => words === 'a request for own data is overdue').length;
  nowMs += 72 * HOUR_MS - 1;
  await site.site.doChores();
  expect(told()).toBe(0);
  nowMs += 1;
  await site.site.doChores();
  await site.site.doChores();
  expect(told()).toBe(1);
});
