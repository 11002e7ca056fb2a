import { eventually } from '@klieg/testing/eventually';
import { MEDIA_COMMANDS, type MediaCommand } from '@klieg/contract/media';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { useTestSite } from '../../app/testing-site.ts';
import { inRoom, makeShowSteps } from '../../app/testing-shows-store.ts';

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
