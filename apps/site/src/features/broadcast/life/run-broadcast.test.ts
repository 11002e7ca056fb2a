import { MEDIA_FACTS, MEDIA_COMMANDS, type MediaCommand } from '@klieg/contract/media';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, expect, test } from 'vitest';
import { codeOf, useTestSite } from '#site/app/testing-site.ts';
import { liveFact } from '../testing-live.ts';

const site = await useTestSite();
const commands: MediaCommand[] = [];
afterAll(site.bus.subscribe(MEDIA_COMMANDS, (command) => void commands.push(command as MediaCommand)));

test('of three stops at once one ends the broadcast, and the others find it ended: S206', async () => {
  const model = await site.join({ type: 'model' });
  const started = await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
  const broadcastId = started.broadcast_id;
  site.bus.publish(MEDIA_FACTS, liveFact(model, { broadcastId, streamName: started.stream_name }));
  await eventually(async () => expect((await model.call('getBroadcast')).status).toBe('online'));
  commands.length = 0;
  const stop = () => codeOf(model.call('stopBroadcast', { body: {} }));
  const answers = await Promise.all([stop(), stop(), stop()]);
  expect(answers).toEqual(['not refused', 'not refused', 'not refused']);
  expect(
    commands.filter((command) => command.kind === 'stop' && command.broadcastId === broadcastId),
  ).toHaveLength(1);
});
