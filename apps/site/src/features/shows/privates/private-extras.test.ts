import { eventually } from '@klieg/testing/eventually';
import { internalMediaKey, MEDIA_COMMANDS, type MediaCommand } from '@klieg/contract/media';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';
import { inRoom, makeShowSteps } from '#site/app/testing-shows-store.ts';

const site = await useTestSite();
const { kysely } = site.database;
const steps = makeShowSteps(site);
const commands: MediaCommand[] = [];
const stopCommands = site.bus.subscribe(
  MEDIA_COMMANDS,
  (command) => void commands.push(command as MediaCommand),
);
afterAll(async () => {
  stopCommands();
  expect((await site.site.ledger.reconcile('all')).findings).toEqual([]);
});

/** A private that runs, with both in the room. */
async function running(options: { settings?: object; wish?: object } = {}) {
  const model = await steps.model({ private_cost: 60, ...options.settings });
  const viewer = await site.join({ tokens: 1_000 });
  const [studio, page] = [await steps.enter(model, model), await steps.enter(viewer, model)];
  const { request_id: id } = await steps.request(viewer, model, options.wish);
  await steps.accept(model, id);
  steps.deliver(id, 1);
  const started = await page.waitFor('v3.private.started');
  return { model, viewer, studio, page, id, started };
}

describe('sound alone', () => {
  test('is told before, in the show, and when it changes, and is over with the broadcast (S306)', async () => {
    const { model, viewer, page, started } = await running({ settings: { audio_only: true } });
    expect(started.audio_only).toBe(true);
    const room = await viewer.call('getRoom', { params: inRoom(model) });
    expect(room.stream.audio_only).toBe(true);
    expect(room.userSetting.cam.audio_only).toBe(true);
    const { privateStats, userSetting } = await (
      await steps.enter(viewer, model)
    ).waitFor('v3.room.snapshot');
    expect(privateStats).toMatchObject({ audio_only: true });
    expect(userSetting).toMatchObject({ cam: { audio_only: true } });

    await model.call('saveSettings', { body: { audio_only: false } });
    const told = await page.waitFor('v3.chat.model_settings');
    expect(told.settings).toMatchObject({ cam: { audio_only: false } });

    await model.call('saveSettings', { body: { audio_only: true } });
    await model.call('stopBroadcast', { body: {} });
    await eventually(async () =>
      expect((await viewer.call('getRoom', { params: inRoom(model) })).stream.audio_only).toBe(false),
    );
  });

  test('is what a broadcast begins with where its page says so, and a repeat of the start keeps it', async () => {
    const model = await site.join({ type: 'model' });
    const begin = (more: object) =>
      model.call('startBroadcast', { body: { streaming_tech: 'webrtc', ...more } });
    const audioOnly = async () => (await model.call('getRoom', { params: inRoom(model) })).stream.audio_only;
    await begin({ audio_only: true });
    expect(await audioOnly()).toBe(true);
    await begin({});
    expect(await audioOnly()).toBe(true);
  });
});

describe('a recording', () => {
  const recordingOf = async (showId: string) => {
    const { rows } = await sql<{ id: string; kind: string; state: string; broadcast_id: string }>`
      select id, kind, state, broadcast_id from recordings where show_id = ${showId}`.execute(kysely);
    return rows[0];
  };
  /** The file arrives from the media process. */
  const finish = (id: string, part = 0) =>
    fetch(`${site.url}/internal/media/recordings/${id}/${part}/video`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/octet-stream',
        'x-internal-secret': internalMediaKey(site.site.mediaSecret),
        'x-duration-ms': '1000',
      },
      body: part === 0 ? '0123456789' : `part ${part}`,
    });
  const past = async (who: Member) => (await who.call('listShowHistory', {} as never)).items[0]!;
  const open = (who: Member, id: string) => who.call('openShowRecording', { params: { show_id: id } });

  test('is made from the first picture to the end, and is its payer’s alone', async () => {
    const { model, viewer, studio, id } = await running({ wish: { keep_recording: true } });
    await studio.waitFor('v3.private.started');
    const made = await eventually(async () => {
      const found = await recordingOf(id);
      expect(found).toMatchObject({ kind: 'private', state: 'recording' });
      return found!;
    });
    const command = { kind: 'record', broadcastId: made.broadcast_id, recordingId: made.id };
    expect(commands).toContainEqual(expect.objectContaining(command));

    expect(await steps.end(viewer, model)).toMatchObject({ recording_id: id });
    expect(await steps.end(model, model)).toMatchObject({ recording_id: null });
    await eventually(async () => expect(await recordingOf(id)).toMatchObject({ state: 'processing' }));
    expect(await past(viewer)).toMatchObject({ show_id: id, recording_id: null });
    expect(await codeOf(open(viewer, id))).toBe('common.not_found');

    expect((await finish(made.id)).status).toBe(204);
    expect(await past(viewer)).toMatchObject({ show_id: id, recording_id: id });
    expect(await past(model)).toMatchObject({ show_id: id, recording_id: null });
    const [url] = (await open(viewer, id)).urls;
    expect(await (await fetch(`${site.url}${url}`)).text()).toBe('0123456789');
    for (const other of [model, await site.join()])
      expect(await codeOf(open(other, id))).toBe('common.not_found');
    // A picture that changed its size makes a file more, which stands after the one before, whichever comes first.
    for (const part of [2, 1]) expect((await finish(made.id, part)).status).toBe(204);
    const { urls } = await open(viewer, id);
    const words = await Promise.all(urls.map(async (one) => (await fetch(`${site.url}${one}`)).text()));
    expect(words).toEqual(['0123456789', 'part 1', 'part 2']);
    // It belongs to its payer: it stands in the performer's list, and does not go from there.
    const { items } = await model.call('listRecordings', {} as never);
    expect(items.at(-1)).toMatchObject({ id: made.id, kind: 'private', show_id: id });
    expect(await codeOf(model.call('deleteRecording', { params: { id: made.id }, body: {} }))).toBe(
      'common.not_found',
    );
  });

  test('is refused where the performer allows none, and seen by her before she answers (shows.no_recording)', async () => {
    const model = await steps.model({ private_recording: false });
    const viewer = await site.join({ tokens: 500 });
    const ask = () => steps.request(viewer, model, { keep_recording: true });
    expect(await codeOf(ask())).toBe('shows.no_recording');
    await model.call('saveSettings', { body: { private_recording: true } });
    const { request_id: id } = await ask();
    const { items } = await model.call('listPrivateRequests');
    expect(items).toMatchObject([{ request_id: id, keep_recording: true }]);
  });

  test.runIf(isFullRun)(
    'is not made of a private for which nobody asked one, nor after the performer has taken it back',
    async () => {
      const plain = await running();
      const model = await steps.model({ private_cost: 60 });
      const viewer = await site.join({ tokens: 500 });
      const page = await steps.enter(viewer, model);
      const { request_id: id } = await steps.request(viewer, model, { keep_recording: true });
      await model.call('saveSettings', { body: { private_recording: false } });
      await steps.accept(model, id);
      steps.deliver(id, 1);
      await page.waitFor('v3.private.started');
      for (const [who, room] of [
        [viewer, model],
        [plain.viewer, plain.model],
      ] as const)
        await steps.end(who, room);
      expect(await recordingOf(id)).toBeUndefined();
      expect(await recordingOf(plain.id)).toBeUndefined();
      expect(await past(viewer)).toMatchObject({ show_id: id, recording_id: null });
    },
  );
});

describe('a private that ended', () => {
  const rate = (who: Member, model: Member, body: object) =>
    who.call('rateModel', { params: inRoom(model), body: { stars: 5, ...body } } as never);
  const canRate = async (who: Member, model: Member) =>
    (await who.call('getRoom', { params: inRoom(model) })).viewer.can_rate;
  const past = async (who: Member) => (await who.call('listShowHistory', {} as never)).items[0]!;

  test('is rated by its payer within a day, whatever it cost, and by nobody else (S314)', async () => {
    const { model, viewer, page, id } = await running();
    expect(await canRate(viewer, model)).toBe(false);
    expect(await codeOf(rate(viewer, model, {}))).toBe('shows.rating_not_allowed');
    await steps.end(viewer, model);
    expect((await page.waitFor('v3.private.end')).can_rate).toBe(true);
    expect(await canRate(viewer, model)).toBe(true);
    expect(await past(viewer)).toMatchObject({ show_id: id, rated: false });
    expect(await rate(viewer, model, { show: 'private', show_id: id })).toMatchObject({
      ratings: { average: 100, count: 1 },
    });
    expect(await past(viewer)).toMatchObject({ show_id: id, rated: true });
    // She sees averages, never who.
    expect(await past(model)).toMatchObject({ show_id: id, rated: false });
    expect(await codeOf(rate(await site.join(), model, { show: 'private', show_id: id }))).toBe(
      'shows.rating_not_allowed',
    );
    await sql`update privates set ended_at = ended_at - interval '24 hours' where show_id = ${id}`.execute(
      kysely,
    );
    expect(await canRate(viewer, model)).toBe(false);
    expect(await codeOf(rate(viewer, model, {}))).toBe('shows.rating_not_allowed');
  });

  test('without a picture lets nobody rate', async () => {
    const model = await steps.model();
    const viewer = await site.join({ tokens: 100 });
    await steps.enter(viewer, model);
    const { request_id: id } = await steps.request(viewer, model);
    await steps.accept(model, id);
    await steps.end(viewer, model);
    expect(await codeOf(rate(viewer, model, { show: 'private', show_id: id }))).toBe(
      'shows.rating_not_allowed',
    );
  });
});
