import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { internalMediaKey, MEDIA_COMMANDS, type MediaCommand } from '@klieg/contract/media';
import type { Uuid } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeShowSteps } from '../../app/testing-shows-store.ts';
import { BEHIND_PROXY, codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { headersOf, type MadePiece, makePieces, picturesFrom } from '../broadcast/pieces/testing-pieces.ts';
import { alignFiles } from './co-show-recordings.ts';

/* Two performers keep what they do together: files of both, which play beside each other. */

const site = await useTestSite({ env: { ...BEHIND_PROXY, ROLES: 'site,media' } });
const { kysely } = site.database;
const shows = makeShowSteps(site);
const folder = mkdtempSync(join(tmpdir(), 'klieg-co-show-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const commands: MediaCommand[] = [];
site.bus.subscribe(MEDIA_COMMANDS, (command) => commands.push(command as MediaCommand));

const FPS = 30;
const RUN = 1_800_000_000_000;
let made: readonly MadePiece[];
beforeAll(async () => {
  made = await makePieces({ seconds: 6, fps: FPS, groupPictures: FPS, hasSound: false });
});

const keep = (model: Member, co_show_recording = true) =>
  model.call('saveSettings', { body: { co_show_recording } });
const pair = async (wants: readonly [boolean, boolean] = [true, true]) => {
  const [ada, bea] = [await shows.model(), await shows.model()];
  if (wants[0]) await keep(ada);
  if (wants[1]) await keep(bea);
  return [ada, bea] as const;
};
const begin = async (from: Member, to: Member): Promise<Uuid> => {
  const { request } = await from.call('askCoShow', { body: { username: to.username } });
  const id = request.co_show_id as Uuid;
  await to.call('acceptCoShow', { params: { id }, body: {} });
  return id;
};
const broadcastOf = async (model: Member): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select broadcast_id id from rooms where account_id = ${model.id}`.execute(kysely);
  return rows[0]!.id;
};
const rowsOf = async (model: Member) => (await model.call('listRecordings', { query: {} })).items;
/** What media was told last to record of somebody. */
const ordered = async (model: Member) => {
  const broadcastId = await broadcastOf(model);
  const found = commands.filter((one) => one.kind === 'record' && one.broadcastId === broadcastId);
  return (found.at(-1) as { recordingId: string | null } | undefined)?.recordingId;
};
const isRecorded = (model: Member, coShowId: Uuid) =>
  eventually(async () => {
    const [row] = await rowsOf(model);
    expect(row).toMatchObject({ state: 'recording', co_show_id: coShowId });
    expect(await ordered(model)).toBe(row!.id);
    return row!.id;
  });
const open = (model: Member, id: Uuid) => model.call('getCoShowRecording', { params: { id } });

const ask = async (path: string, headers: Record<string, string>, body = new Uint8Array()) => {
  const answer = await fetch(`${site.url}/internal/media/pieces/${path}`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/octet-stream',
      'x-internal-secret': internalMediaKey(site.site.mediaSecret),
      ...headers,
    },
    body,
  });
  expect(answer.status).toBe(204);
};
/** Media brings what it has recorded of somebody from a moment on. */
const bring = async (id: string, startedMs: number) => {
  for (const piece of made)
    await ask(`${id}/${startedMs}/${piece.nth}`, headersOf(piece, startedMs), new Uint8Array(piece.data));
  await ask(`${id}/${startedMs}/end`, {});
};
const isReady = (model: Member, id: Uuid) =>
  eventually(async () => {
    await site.site.doChores();
    const found = await open(model, id);
    expect(found.state).toBe('ready');
    return found;
  }, 500);

test.runIf(isFullRun)(
  'both are recorded while it runs, and have both pictures afterwards, each moment where it was',
  async () => {
    const [ada, bea] = await pair();
    const id = await begin(ada, bea);
    const [ofAda, ofBea] = [await isRecorded(ada, id), await isRecorded(bea, id)];
    // What one of them says of her own recordings changes nothing of it.
    await ada.call('saveSettings', { body: { public_recording: true } });
    await ada.call('saveSettings', { body: { public_recording: false } });
    await site.site.settled();
    expect(await rowsOf(ada)).toMatchObject([{ id: ofAda, state: 'recording' }]);
    await bea.call('endCoShow', { body: {} });
    await eventually(async () => expect((await rowsOf(ada))[0]).toMatchObject({ state: 'processing' }));
    await eventually(async () => expect(await ordered(bea)).toBeNull());
    expect(await open(ada, id)).toMatchObject({ state: 'processing', tracks: [] });
    // The second came 1.4 s after the first.
    await bring(ofAda, RUN);
    await bring(ofBea, RUN + 1_400);
    const found = await isReady(ada, id);
    expect(found.duration).toBeCloseTo(7.4, 2);
    expect((await isReady(bea, id)).tracks.map(({ username, is_own: isOwn }) => [username, isOwn])).toEqual([
      [ada.username, false],
      [bea.username, true],
    ]);
    const shown = await Promise.all(
      found.tracks.map(async ({ url, clock }, at) => {
        const answer = await fetch(`${site.url}${url}`);
        expect(answer.headers.get('content-type')).toBe('video/mp4');
        const path = join(folder, `${at}.mp4`);
        writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
        const all = await picturesFrom(path, 0, 1_000);
        /** When the picture of a moment was drawn, in milliseconds of its own file. */
        const drawnAt = async (second: number) => {
          const [picture] = await picturesFrom(path, second - clock[0]!.at + clock[0]!.file, 1);
          return (all.indexOf(picture!) * 1_000) / FPS;
        };
        return drawnAt;
      }),
    );
    // Both show the same drawing, the second 1.4 s later: within a picture of 33 ms they are where they were.
    for (const second of [1.5, 2.25, 3.1, 4.7, 5.9]) {
      const [first, other] = [await shown[0]!(second), await shown[1]!(second)];
      expect(Math.abs(first - other - 1_400)).toBeLessThanOrEqual(40);
    }
  },
);

test('nobody else has it, and there is none where only one of them wants it', async () => {
  const [ada, bea] = await pair();
  const id = await begin(ada, bea);
  await isRecorded(bea, id);
  for (const other of [await shows.model(), await site.join({ type: 'model' })])
    expect(await codeOf(open(other, id))).toBe('common.not_found');
  expect(await codeOf(open(ada, '019aca5e-0000-7000-8000-000000000000' as Uuid))).toBe('common.not_found');

  const [cleo, dora] = await pair([true, false]);
  const alone = await begin(cleo, dora);
  await site.site.settled();
  expect(await rowsOf(cleo)).toEqual([]);
  // Whoever changes her mind while it runs begins it, or ends it for both.
  await keep(dora);
  await isRecorded(cleo, alone);
  await isRecorded(dora, alone);
  await keep(cleo, false);
  await eventually(async () => expect((await rowsOf(dora))[0]).toMatchObject({ state: 'processing' }));
  await eventually(async () => expect(await ordered(dora)).toBeNull());
});

test('the public recording that ran ends with its begin, and goes on after it', async () => {
  const [ada, bea] = await pair();
  await ada.call('saveSettings', { body: { public_recording: true } });
  await eventually(async () =>
    expect((await rowsOf(ada))[0]).toMatchObject({ state: 'recording', co_show_id: null }),
  );
  const id = await begin(ada, bea);
  await isRecorded(ada, id);
  expect((await rowsOf(ada)).map(({ state }) => state)).toEqual(['recording', 'processing']);
  await ada.call('endCoShow', { body: {} });
  await eventually(async () =>
    expect((await rowsOf(ada)).map(({ state, co_show_id: of }) => [state, of !== null])).toEqual([
      ['recording', false],
      ['processing', true],
      ['processing', false],
    ]),
  );
});

test
  .runIf(isFullRun)
  .each(['one of them deletes hers', 'somebody in it withdraws', 'a complaint takes one off'])(
  'nobody has both any more once %s',
  async (what) => {
    const [ada, bea] = await pair();
    const id = await begin(ada, bea);
    const [ofAda, ofBea] = [await isRecorded(ada, id), await isRecorded(bea, id)];
    const broadcastId = await broadcastOf(bea);
    await ada.call('endCoShow', { body: {} });
    await bring(ofAda, RUN);
    await bring(ofBea, RUN);
    const { tracks } = await isReady(ada, id);
    const { url } = tracks.find(({ is_own: isOwn }) => !isOwn)!;
    expect((await fetch(`${site.url}${url}`)).status).toBe(200);
    if (what.startsWith('one')) await bea.call('deleteRecording', { params: { id: ofBea }, body: {} });
    else if (what.startsWith('somebody'))
      await sql`insert into withdrawn_broadcasts (broadcast_id) values (${broadcastId})`.execute(kysely);
    else await sql`update recordings set withheld_at = now() where id = ${ofBea}`.execute(kysely);
    for (const one of [ada, bea]) expect(await codeOf(open(one, id))).toBe('common.not_found');
    // An address that was given out before opens nothing.
    expect((await fetch(`${site.url}${url}`)).status).toBe(404);
  },
);

test('files stand on one clock, also where one of them was away for a while', () => {
  expect(
    alignFiles([
      { clock: [[0, 5_000]], durationMs: 10_000 },
      {
        clock: [
          [0, 4_000],
          [6_000, 12_500],
        ],
        durationMs: 8_000,
      },
    ]),
  ).toEqual([
    { duration: 10, clock: [{ file: 0, at: 1 }] },
    {
      duration: 8,
      clock: [
        { file: 0, at: 0 },
        { file: 6, at: 8.5 },
      ],
    },
  ]);
});
