import { silentLog } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { keepRunning, pauseAfter } from './keep-running.ts';
import type { ServerExit, ServerProcess } from './server-process.ts';

/** A server that is up and has ended already. */
const deadServer: ServerProcess = {
  pid: 1,
  stop: () => Promise.resolve(),
  exited: Promise.resolve({ code: 1, signal: null, wasStopped: false }),
};

test('pauses grow to five seconds, and begin anew after a server that ran for a while', () => {
  const pauses: number[] = [];
  while (pauses.length < 8) pauses.push(pauseAfter(20, pauses.at(-1) ?? 0));
  expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
  expect(pauseAfter(30_000, 5_000)).toBe(0);
  expect(pauseAfter(20, 0)).toBe(100);
});

test('a server that comes up and dies at once is started again after growing pauses alone', async () => {
  const steps: (number | 'launch')[] = [];
  const runs = Promise.withResolvers<ServerExit>();
  const healthy: ServerProcess = { ...deadServer, pid: 2, exited: runs.promise };
  const isUp = Promise.withResolvers<void>();
  const launch = () => {
    steps.push('launch');
    if (steps.length < 7) return Promise.resolve(deadServer);
    isUp.resolve();
    return Promise.resolve(healthy);
  };
  const server = await keepRunning(launch, silentLog, (ms) => Promise.resolve(steps.push(ms)));
  await isUp.promise;
  expect(steps).toEqual(['launch', 100, 'launch', 200, 'launch', 400, 'launch']);
  runs.resolve({ code: 0, signal: null, wasStopped: true });
  await server.stop();
  expect(await server.exited).toMatchObject({ wasStopped: true });
});

test('stopping does not wait for a pause, and nothing is started after it', async () => {
  let launches = 0;
  const paused = Promise.withResolvers<void>();
  const launch = () => {
    launches += 1;
    return Promise.resolve(deadServer);
  };
  const server = await keepRunning(launch, silentLog, (_ms, signal) => {
    paused.resolve();
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('stopped'))),
    );
  });
  await paused.promise;
  await server.stop();
  expect(launches).toBe(1);
});
