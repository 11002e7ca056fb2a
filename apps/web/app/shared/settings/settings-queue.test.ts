import { defaultSettings, type Settings } from '@klieg/contract';
import { expect, test } from 'vitest';
import { makeSettingsQueue, type SettingsChange } from './settings-queue.ts';

/** A server that answers when the test says so. */
function setUp() {
  let shown: Settings = defaultSettings;
  let saved: Settings = defaultSettings;
  const waiting: { change: SettingsChange; settle: (isTaken: boolean) => void }[] = [];
  const queue = makeSettingsQueue({
    read: () => shown,
    show: (change) => {
      shown = { ...shown, ...change };
    },
    send: (change) =>
      new Promise((resolve, reject) =>
        waiting.push({
          change,
          settle: (isTaken) => {
            if (isTaken) saved = { ...saved, ...change };
            if (isTaken) resolve(saved);
            else reject(new Error('refused'));
          },
        }),
      ),
  });
  const sent = async (count: number) => {
    await expect.poll(() => waiting.length).toBe(count);
    return waiting[count - 1]!;
  };
  return { queue, sent, shown: () => shown, waiting };
}

test('a change is shown at once and stays as the server answers it (SETTINGS-003)', async () => {
  const { queue, sent, shown } = setUp();
  const saving = queue.save({ volume_tip: 20 });
  expect(shown().volume_tip).toBe(20);
  (await sent(1)).settle(true);
  await saving;
  expect(shown().volume_tip).toBe(20);
});

test('a refused change is taken back and told (SETTINGS-003)', async () => {
  const { queue, sent, shown } = setUp();
  const saving = queue.save({ invisible_mode_level: 1 });
  (await sent(1)).settle(false);
  await expect(saving).rejects.toThrow('refused');
  expect(shown().invisible_mode_level).toBe(0);
});

test('changes are sent one after the other, and an answer leaves the newer choice alone (SETTINGS-003)', async () => {
  const { queue, sent, shown, waiting } = setUp();
  const first = queue.save({ volume_tip: 10 });
  const second = queue.save({ volume_tip: 90 });
  (await sent(1)).settle(true);
  await first;
  expect(shown().volume_tip).toBe(90);
  (await sent(2)).settle(true);
  await second;
  expect(shown().volume_tip).toBe(90);
  expect(waiting.map(({ change }) => change.volume_tip)).toEqual([10, 90]);
});

test('a refusal after a saved change goes back to the saved one, and to nothing older', async () => {
  const { queue, sent, shown } = setUp();
  const first = queue.save({ volume_tip: 10 });
  const second = queue.save({ volume_tip: 90 });
  (await sent(1)).settle(true);
  await first;
  (await sent(2)).settle(false);
  await expect(second).rejects.toThrow();
  expect(shown().volume_tip).toBe(10);
});
