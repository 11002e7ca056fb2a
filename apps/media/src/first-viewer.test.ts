import { MEDIA_COMMANDS } from '@klieg/contract/media';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { prepareTestLoop, startHarness } from './testing/live-harness.ts';

/* What is there for the first viewer of a stream, who may come on a slow line. */

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Awaited<ReturnType<typeof startHarness>>;
beforeAll(async () => {
  loop = await prepareTestLoop();
});
beforeEach(async () => {
  harness = await startHarness(loop.dataDir, { transcodeCores: 2 });
});
afterEach(() => harness.close());
afterAll(() => loop.remove());

const renditionsOf = (broadcastId: string): readonly string[] => {
  const live = harness.factsOf('live', broadcastId).at(-1) as { renditions: readonly string[] } | undefined;
  return (live?.renditions ?? []).filter((id) => id !== 'audio');
};

test('once a page of the room is opened the smallest rendition is made, and a slow line begins with it (LIVE-VIDEO-013)', async () => {
  const { streamName } = await harness.publish('anna');
  expect(renditionsOf('anna')).toEqual(['source']);
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'await_viewer', streamName });
  await eventually(() => expect(renditionsOf('anna')).toEqual(['source', '240p']));
  // One that has fallen behind, for want of processor, is not begun with.
  await eventually(async () => {
    const slow = harness.watch(streamName, harness.playToken(streamName), '&kbps=1');
    await eventually(() => expect(slow.frames.length).toBeGreaterThan(10));
    slow.close();
    // What its line turned out to carry may change it later on.
    expect((JSON.parse(slow.texts[0]!) as { rendition: string }).rendition).toBe('240p');
  });
});

test('a page that is opened for a stream that is not here does nothing', async () => {
  await harness.publish('anna');
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'await_viewer', streamName: 'another' });
  const told = harness.factsOf('live', 'anna').length;
  const viewer = harness.watch((await harness.publish('bella')).streamName);
  await eventually(() => expect(viewer.frames.length).toBeGreaterThan(10));
  expect(harness.factsOf('live', 'anna')).toHaveLength(told);
});
