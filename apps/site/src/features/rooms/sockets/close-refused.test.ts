import { MEDIA_FACTS } from '@klieg/contract/media';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, useTestSite } from '#site/app/testing-site.ts';
import { liveFact } from '../../broadcast/testing-live.ts';

const site = await useTestSite({ env: BEHIND_PROXY });

const goLive = async () => {
  const model = await site.join({ type: 'model' });
  const { broadcast_id: broadcastId, stream_name: streamName } = await model.call('startBroadcast', {
    body: { streaming_tech: 'webrtc' },
  });
  site.bus.publish(MEDIA_FACTS, liveFact(model, { broadcastId, streamName }));
  await eventually(async () => expect((await model.call('getBroadcast')).status).toBe('online'));
  return { model, streamName };
};

// Places without a rule of age.
const spanish = { country: 'ES' };

describe('a block that comes while people are inside (F6)', () => {
  test.runIf(isFullRun).each([
    ['of a country', { from: { country: 'DE' } }, { blocked_countries: ['DE'] }],
    ['of the country of an account', { country: 'DE', from: spanish }, { blocked_countries: ['DE'] }],
    ['of a country where somebody’s is not known', {}, { blocked_countries: ['DE'] }],
    ['of a state', { from: { country: 'US', region: 'NY' } }, { blocked_states: ['US-NY'] }],
    ['of models', { type: 'model' as const }, { block_room_models: true }],
  ])(
    '%s closes their pages, changes the name of the stream and leaves the others',
    async (_name, who, body) => {
      const { model, streamName } = await goLive();
      const params = { username: model.username };
      const [blocked, other] = [await site.join(who), await site.join({ from: spanish })];
      const pageOf = async (visitor: typeof other) =>
        visitor.openRoom(await visitor.openLobby(), model.username);
      const [blockedPage, otherPage] = [await pageOf(blocked), await pageOf(other)];
      await model.call('saveSettings', { body });
      expect(await blockedPage.waitForClose()).toBe(4404);
      expect(await codeOf(blocked.call('getStreamToken', { params, body: {} }))).toBe('rooms.not_found');
      await eventually(async () => {
        const token = await other.call('getStreamToken', { params, body: {} });
        expect(token.stream_name).not.toBe(streamName);
      });
      expect(otherPage.closeCode).toBeUndefined();
    },
  );
});

test.runIf(isFullRun)(
  'lists tell the state of a room to nobody whom it keeps out, and no more of it when the block comes later (F6)',
  async () => {
    const { model } = await goLive();
    const usernames = [model.username, 'nobody_here'];
    const [german, spaniard] = [
      await site.join({ from: { country: 'DE' } }),
      await site.join({ from: spanish }),
    ];
    const follow = async (visitor: typeof german) => {
      const lobby = await visitor.openLobby();
      lobby.send('v3.lobby.status.start', { usernames });
      const { statuses } = await lobby.waitFor('v3.lobby.status.to_user');
      const { usernames: taken } = await lobby.waitFor('v3.lobby.status.start');
      return { lobby, statuses, taken };
    };
    const [before, other] = [await follow(german), await follow(spaniard)];
    for (const { statuses } of [before, other])
      expect(statuses).toMatchObject([{ username: model.username, status: 'online', user_count: 0 }]);
    await model.call('saveSettings', { body: { blocked_countries: ['DE'] } });
    await eventually(async () => expect((await follow(german)).statuses).toEqual([]));
    // As of a name that nobody has, so that the block is not told either.
    expect((await follow(german)).taken).toEqual(usernames);
    expect((await follow(spaniard)).statuses).toMatchObject([{ status: 'online' }]);

    const heard = before.lobby.received.filter(({ name }) => name === 'v3.lobby.status.update').length;
    await spaniard.openRoom(other.lobby, model.username);
    await other.lobby.waitFor('v3.lobby.status.update', (update) => update.user_count === 1);
    expect(before.lobby.received.filter(({ name }) => name === 'v3.lobby.status.update')).toHaveLength(heard);
    other.lobby.send('v3.lobby.status.stop', {});
    expect((await other.lobby.waitFor('v3.lobby.status.stop')).usernames).toEqual(usernames);
  },
);

test('an account has at most eight sockets in rooms; the oldest that nobody sees makes room (W4)', async () => {
  const models = await Promise.all(Array.from({ length: 9 }, () => site.join({ type: 'model' })));
  const viewer = await site.join();
  // A page each, as tabs have: one lobby looks for few rooms at a time.
  const open = async (at: number) => viewer.openRoom(await viewer.openLobby(), models[at]!.username);
  const pages = [];
  for (let at = 0; at < 7; at++) pages.push(await open(at));
  const lobby = await viewer.openLobby();
  pages.push(await viewer.openRoom(lobby, models[7]!.username));
  await expect(viewer.openRoom(lobby, models[8]!.username)).rejects.toThrow('close 4409');
  pages[3]!.send('v3.pagevisibility.change', { visible: false });
  await viewer.openRoom(lobby, models[8]!.username);
  expect(await pages[3]!.waitForClose()).toBe(4409);
});
