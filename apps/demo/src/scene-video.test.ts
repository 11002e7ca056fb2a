import { access, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@klieg/kernel';
import { howMany, isLongRun } from '@klieg/testing/run-length';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LOOP_FPS, LOOP_SECONDS } from './loop-settings.ts';
import { readLoop } from './loop-file.ts';
import { splitNals } from '@klieg/media/rtp';
import { loopPath, prepareLoops, scenePath } from './scene-video.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'klieg-demo-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const scenes = [
  { scene: 's00', seed: 1 },
  { scene: 'h5', seed: 2 },
];

function prepare(which = scenes) {
  const ready: string[] = [];
  const preparation = prepareLoops({
    dataDir,
    scenes: which,
    log: silentLog,
    onReady: (scene) => ready.push(scene),
  });
  return { ready, preparation };
}

const typesOf = (picture: Buffer): number[] => splitNals(picture).map((nal) => nal[0]! & 0x1f);

test('loops are made once, with a keyframe every two seconds and sound for their whole length', async () => {
  // Each takes some ten seconds of a processor.
  const made = scenes.slice(0, howMany(1, 2));
  const names = made.map(({ scene }) => scene).toSorted();
  const { ready, preparation } = prepare(made);
  expect(await preparation.done).toEqual(ready);
  expect(ready.toSorted()).toEqual(names);
  const loop = await readLoop(loopPath(dataDir, 's00'));
  expect(loop).toMatchObject({ width: 640, height: 360, durationMs: LOOP_SECONDS * 1000 });
  expect(loop?.pictures).toHaveLength(LOOP_SECONDS * LOOP_FPS);
  const keys = loop!.pictures.flatMap((picture, i) => (typesOf(picture).includes(5) ? [i] : []));
  expect(keys).toEqual([0, 40, 80, 120, 160, 200]);
  expect(typesOf(loop!.pictures[40]!)).toEqual(expect.arrayContaining([7, 8, 5]));
  const sps = splitNals(loop!.pictures[0]!).find((nal) => (nal[0]! & 0x1f) === 7);
  expect(sps?.subarray(1, 3).toString('hex')).toMatch(/^42[4-9a-f]/);
  expect(loop?.sounds).toHaveLength(200);
  const before = await stat(loopPath(dataDir, 's00'));
  const again = prepare(made);
  expect((await again.preparation.done).toSorted()).toEqual(names);
  expect((await stat(loopPath(dataDir, 's00'))).mtimeMs).toBe(before.mtimeMs);
});

test.runIf(isLongRun)('an interrupted run goes on with what is missing, and leaves no halves', async () => {
  const first = prepare();
  const interrupted = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (first.ready.length === 0) return;
      clearInterval(timer);
      first.preparation.close();
      resolve();
    }, 5);
  });
  await interrupted;
  await first.preparation.done;
  await writeFile(`${loopPath(dataDir, 'h5')}.1.part`, 'half');
  const second = prepare();
  expect((await second.preparation.done).toSorted()).toEqual(['h5', 's00']);
  expect((await readdir(join(dataDir, 'demo'))).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test.runIf(isLongRun)(
  'a scene whose picture is missing does not keep the others from being made',
  async () => {
    const { preparation } = prepare([{ scene: 's99', seed: 1 }, scenes[0]!]);
    expect(await preparation.done).toEqual(['s00']);
  },
);

test('a name that is no scene is refused before anything is written', async () => {
  const { preparation } = prepare([{ scene: '../x', seed: 1 }]);
  await expect(preparation.done).rejects.toThrow('not a scene');
});

test('the stills of all scenes are there', async () => {
  const names = [
    ...Array.from({ length: 60 }, (_, i) => `s${String(i).padStart(2, '0')}`),
    ...Array.from({ length: 11 }, (_, i) => `h${i}`),
  ];
  await Promise.all(names.map((name) => access(scenePath(name))));
});
