import { MEDIA_FACTS, type MediaFact } from '@klieg/contract/media';
import { eventually } from '@klieg/testing/eventually';
import { expect, test } from 'vitest';
import { useTestSite } from '#site/app/testing-site.ts';

// What media processes would say travels over the same bus; that they say it is proven in apps/media.
const site = await useTestSite();
const say = (fact: MediaFact) => site.bus.publish(MEDIA_FACTS, fact);

test('a media process that dies without a word: the room waits, and its model goes on under the same name elsewhere: S204 S205', async () => {
  const model = await site.join({ type: 'model' });
  // A page that answers keeps the room open.
  await model.openRoom(await model.openLobby(), model.username);
  const start = () => model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
  const statusOf = async () => (await model.call('getBroadcast')).status;
  const started = await start();
  const broadcast = {
    broadcastId: started.broadcast_id,
    streamName: started.stream_name,
    username: model.username,
    width: 640,
    height: 480,
    hasAudio: true,
    tech: 'webrtc',
    renditions: ['source'],
  } as const;
  say({ kind: 'alive', node: 'lost', url: 'http://10.0.0.1:8081', broadcasts: [broadcast] });
  await eventually(async () => expect(await statusOf()).toBe('online'));
  await eventually(async () => expect(await statusOf()).toBe('reconnecting'));
  const again = await start();
  expect(again).toMatchObject({
    broadcast_id: started.broadcast_id,
    stream_name: started.stream_name,
  });
  say({ kind: 'live', node: 'other', ...broadcast });
  await eventually(async () => expect(await statusOf()).toBe('online'));
  // The lost one comes back and does not know yet that its stream has moved.
  say({ kind: 'gone', node: 'lost', ...broadcast, reason: 'silent' });
  say({ kind: 'alive', node: 'lost', broadcasts: [] });
  const settings = await model.call('getBroadcast');
  expect(settings.status).toBe('online');
  expect(JSON.stringify(settings)).not.toContain('10.0.0.1');
});
