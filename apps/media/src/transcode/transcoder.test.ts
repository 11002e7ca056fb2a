import { execFileSync } from 'node:child_process';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { makeFragmenter } from '../packaging/fragmenter.ts';
import { parseSps } from '../packaging/sps.ts';
import type { AudioFormat, AudioUnit, VideoUnit } from '../packaging/units.ts';
import { seededRandom } from '@klieg/testing/fuzzing';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { ladderFor, type RenditionSpec } from './ladder.ts';
import { decodeMp4 } from './testing/decode-mp4.ts';
import { encodeMaterial, loopMaterial, type Material } from './testing/material.ts';
import { openTranscoder, type Transcoder, type TranscoderOptions } from './transcoder.ts';

const PICTURES = 60;
const GROUP = 20;
const FPS = 30;
const PER_PICTURE = 90_000 / FPS;

let hd: Material;
let loop: Material;
beforeAll(async () => {
  const job = { width: 1_280, height: 720, fps: FPS, pictures: PICTURES, groupPictures: GROUP, bFrames: 0 };
  hd = await encodeMaterial(job);
  loop = await loopMaterial();
});

let transcoder: Transcoder | undefined;
afterEach(() => transcoder?.close());

/** Ids of the transcode processes that this test process started. */
const workers = (): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
    .toString()
    .split('\n')
    .filter((line) => line.includes('transcode-worker') && !line.includes('defunct'))
    .map((line) => Number.parseInt(line, 10));

/** A transcoder with all that it gives, under a clock that stands still until it is moved. */
function open(
  material: Material,
  renditions: readonly RenditionSpec[],
  more: Partial<TranscoderOptions> = {},
) {
  let nowMs = 0;
  const pictures = new Map(renditions.map(({ id }) => [id as string, [] as VideoUnit[]]));
  const sounds: AudioUnit[] = [];
  const formats: AudioFormat[] = [];
  const states: string[] = [];
  const gaps = { count: 0 };
  const { format, sps, pps, audio } = material;
  const opened = openTranscoder({
    format,
    sps,
    pps,
    audio,
    renditions,
    onVideo: (id, unit) => pictures.get(id)!.push(unit),
    onAudioFormat: (one) => formats.push(one),
    onAudio: (unit) => sounds.push(unit),
    onGap: () => (gaps.count += 1),
    onState: (state) => states.push(state),
    log: silentLog,
    now: () => nowMs,
    restartMs: [10, 10, 10],
    ...more,
  });
  transcoder = opened;
  return {
    opened,
    pictures,
    sounds,
    formats,
    states,
    gaps,
    moveClock: (ms: number) => {
      nowMs += ms;
    },
    pushAll() {
      for (const unit of material.pictures) opened.pushVideo(unit);
      for (const unit of material.sounds) opened.pushAudio(unit);
    },
  };
}

const showTicks = ({ ticks, compositionTicks = 0 }: VideoUnit): number => ticks + compositionTicks;
const keysOf = (units: readonly VideoUnit[]): readonly VideoUnit[] => units.filter(({ isKey }) => isKey);
const ticksOf = (units: readonly VideoUnit[]): number[] => units.map(({ ticks }) => ticks);
const isRising = (times: readonly number[]): boolean =>
  times.every((time, i) => i === 0 || time > times[i - 1]!);

/** The units later by a time, as the next round of a loop. */
const later = (units: readonly VideoUnit[], ticks: number): VideoUnit[] =>
  units.map((unit) => ({ ...unit, ticks: unit.ticks + ticks }));

/** What a decoder gets out of a rendition that was packaged. */
function decodePackaged(pictures: readonly VideoUnit[], sounds: readonly AudioUnit[], audio: AudioFormat) {
  const frames: Buffer[] = [];
  const fragmenter = makeFragmenter({
    audio,
    fragmentMs: 80,
    startMs: 0,
    onInit: ({ data }) => frames.push(data),
    onFragment: ({ data }) => frames.push(data),
  });
  const waiting = [...sounds];
  for (const picture of pictures) {
    fragmenter.pushVideo(picture);
    while (waiting[0] && waiting[0].onVideoMs <= showTicks(picture) / 90)
      fragmenter.pushAudio(waiting.shift()!);
  }
  return decodeMp4(frames);
}

const soundMs = (sounds: readonly AudioUnit[], hz: number): number =>
  sounds.reduce((sum, { durationTicks }) => sum + (durationTicks * 1_000) / hz, 0);

test('each rendition of 720p decodes in its size, with keyframes exactly at those of the source', async () => {
  const renditions = ladderFor(hd.format, 3);
  const run = open(hd, renditions);
  run.pushAll();
  await eventually(() => expect(run.pictures.get('240p')!.length).toBeGreaterThanOrEqual(PICTURES / 2));
  await eventually(() => expect(run.sounds.length).toBeGreaterThan(90));
  expect(renditions.map(({ id }) => id)).toEqual(['480p', '360p', '240p']);
  for (const { id, width, height } of renditions) {
    const units = run.pictures.get(id)!;
    expect(ticksOf(keysOf(units))).toEqual(ticksOf(keysOf(hd.pictures)));
    expect(isRising(ticksOf(units))).toBe(true);
    expect(keysOf(units).every(({ sps, pps }) => sps && pps)).toBe(true);
    expect(parseSps(units[0]!.sps!)).toMatchObject({ width, height });
    // The last picture has no end yet and stays in the packager.
    const decoded = await decodePackaged(units, run.sounds, run.formats[0]!);
    expect(decoded).toMatchObject({ width, height, broken: 0 });
    expect(decoded['pictures']).toBeGreaterThanOrEqual(units.length - 3);
  }
  expect(ticksOf(run.pictures.get('480p')!)).toEqual(ticksOf(hd.pictures));
  expect(ticksOf(run.pictures.get('360p')!)).toEqual(ticksOf(hd.pictures));
  expect(run.states).toEqual(['running']);
  expect(run.gaps.count).toBe(0);
  expect(run.opened.cpuSeconds).toBeGreaterThan(0);
});

test.runIf(isFullRun)('the smallest rendition of 30 pictures a second has every second one', async () => {
  const run = open(hd, ladderFor(hd.format, 1));
  run.pushAll();
  await eventually(() => expect(run.pictures.get('240p')!.length).toBeGreaterThanOrEqual(PICTURES / 2));
  const gaps = ticksOf(run.pictures.get('240p')!).map((ticks, i, all) => ticks - (all[i - 1] ?? ticks));
  expect(gaps.slice(2).every((gap) => gap === PER_PICTURE * 2)).toBe(true);
});

test('AAC becomes Opus and Opus becomes AAC, as long as before and at the same place', async () => {
  for (const [source, packetMs] of [
    [hd, 20],
    [loop, 1_024 / 48],
  ] as const) {
    const run = open(source, []);
    run.pushAll();
    const sourceMs = soundMs(source.sounds, 48_000);
    // A packet that is not full yet, and one that the encoder holds until it knows the next.
    await eventually(() => expect(sourceMs - soundMs(run.sounds, 48_000)).toBeLessThanOrEqual(2 * packetMs));
    expect(soundMs(run.sounds, 48_000) - sourceMs).toBeLessThanOrEqual(packetMs);
    const times = run.sounds.map(({ onVideoMs }) => onVideoMs);
    expect(Math.abs(times[0]! - source.sounds[0]!.onVideoMs)).toBeLessThanOrEqual(22);
    times.forEach((time, i) => expect(time - times[0]!).toBeCloseTo(i * packetMs, 3));
    expect(run.formats.map(({ codec }) => codec)).toEqual([source === hd ? 'opus' : 'aac']);
    const decoded = await decodePackaged(source.pictures, run.sounds, run.formats[0]!);
    expect(decoded['broken']).toBe(0);
    expect(Math.abs(decoded['soundMs']! - sourceMs)).toBeLessThan(200);
    run.opened.close();
  }
});

test.runIf(isLongRun)('where only sound is wanted no picture is decoded', async () => {
  const run = open(loop, []);
  run.pushAll();
  await eventually(() => expect(run.sounds.length).toBeGreaterThan(500));
  expect(run.pictures.size).toBe(0);
});

test.runIf(isFullRun)(
  'sound that was lost on the way leaves a hole of its length, and nothing shifts',
  async () => {
    const run = open(loop, []);
    const { sounds } = loop;
    for (const unit of [...sounds.slice(0, 50), ...sounds.slice(60)]) run.opened.pushAudio(unit);
    const sourceEnd = sounds.at(-1)!.onVideoMs + 60;
    await eventually(() => {
      const missingMs = sourceEnd - (run.sounds.at(-1)?.onVideoMs ?? 0);
      expect(missingMs).toBeLessThanOrEqual((4 * 1_024) / 48);
      expect(missingMs).toBeGreaterThanOrEqual(0);
    });
    const holes = run.sounds
      .map(({ onVideoMs }, i, all) => onVideoMs - (all[i - 1]?.onVideoMs ?? onVideoMs) - 1_024 / 48)
      .filter((ms) => Math.abs(ms) > 30);
    expect(holes).toHaveLength(1);
    expect(Math.abs(holes[0]! - 600)).toBeLessThan(1);
  },
);

test.runIf(isFullRun)(
  'sound that no decoder takes is said to be unsupported, and does not keep pictures back',
  async () => {
    const audio: AudioFormat = { codec: 'aac', hz: 48_000, channels: 2, config: Buffer.from([0xff]) };
    const alone = open({ ...hd, audio }, []);
    await eventually(() => expect(alone.states).toEqual(['unsupported']));
    expect(alone.opened.state).toBe('failed');
    const withPictures = open({ ...hd, audio }, ladderFor(hd.format, 1));
    withPictures.pushAll();
    await eventually(() => expect(withPictures.pictures.get('240p')!.length).toBeGreaterThan(0));
    expect(withPictures.states).toEqual(['running']);
    expect(withPictures.sounds).toEqual([]);
  },
);

test.runIf(isFullRun)(
  'a source with B-frames keeps its show times, and its keyframes their decode times',
  async () => {
    const job = { width: 640, height: 360, fps: FPS, pictures: PICTURES, groupPictures: GROUP, bFrames: 2 };
    const reordered = await encodeMaterial(job);
    expect(reordered.pictures.some(({ compositionTicks = 0 }) => compositionTicks > PER_PICTURE)).toBe(true);
    const renditions = [{ ...ladderFor(reordered.format, 1)[0]!, fpsMax: 60 }];
    const run = open(reordered, renditions);
    run.pushAll();
    // The last ones wait in the decoder for pictures that would follow.
    await eventually(() => expect(run.pictures.get('240p')!.length).toBeGreaterThan(PICTURES - 4));
    const units = run.pictures.get('240p')!;
    const shown = reordered.pictures.map(showTicks).toSorted((a, b) => a - b);
    expect(units.map(showTicks)).toEqual(shown.slice(0, units.length));
    expect(ticksOf(keysOf(units))).toEqual(ticksOf(keysOf(reordered.pictures)));
    expect(isRising(ticksOf(units))).toBe(true);
  },
);

test('an extra keyframe comes in the one rendition that was asked', async () => {
  const medium: RenditionSpec = { id: '360p', width: 480, height: 270, kbps: 500, fpsMax: 60 };
  const run = open(loop, [medium, ...ladderFor(loop.format, 1)]);
  const [first, ...group] = loop.pictures.slice(0, 40);
  run.opened.pushVideo(first!);
  for (const unit of group.slice(0, 14)) run.opened.pushVideo(unit);
  run.opened.requestKeyframe('360p');
  run.opened.requestKeyframe('360p');
  run.opened.requestKeyframe('720p');
  for (const unit of group.slice(14)) run.opened.pushVideo(unit);
  await eventually(() => expect(run.pictures.get('360p')!.length).toBe(40));
  expect(ticksOf(keysOf(run.pictures.get('360p')!))).toEqual([first!.ticks, group[14]!.ticks]);
  expect(keysOf(run.pictures.get('240p')!)).toHaveLength(1);
});

test.runIf(isFullRun)(
  'a child that is killed is replaced, and the renditions go on at the next keyframe',
  async () => {
    const run = open(hd, ladderFor(hd.format, 1));
    for (const unit of hd.pictures.slice(0, 10)) run.opened.pushVideo(unit);
    await eventually(() => expect(run.pictures.get('240p')!.length).toBeGreaterThan(0));
    const [before] = workers();
    process.kill(before!, 'SIGKILL');
    await eventually(() => expect(run.gaps.count).toBe(1));
    const had = run.pictures.get('240p')!.length;
    for (const unit of hd.pictures.slice(10)) run.opened.pushVideo(unit);
    await eventually(() => expect(run.states).toEqual(['running', 'running']));
    await eventually(() => expect(run.pictures.get('240p')!.length).toBeGreaterThan(had + 10));
    expect(run.pictures.get('240p')![had]).toMatchObject({ ticks: hd.pictures[GROUP]!.ticks, isKey: true });
    expect(workers()).toHaveLength(1);
    expect(workers()).not.toContain(before);
  },
);

test.runIf(isFullRun)('a child that hangs is killed and replaced', async () => {
  const run = open(hd, ladderFor(hd.format, 1));
  run.opened.pushVideo(hd.pictures[0]!);
  await eventually(() => expect(run.pictures.get('240p')!.length).toBe(1));
  const [before] = workers();
  process.kill(before!, 'SIGSTOP');
  run.opened.pushVideo(hd.pictures[1]!);
  run.moveClock(5_001);
  run.opened.pushVideo(hd.pictures[2]!);
  await eventually(() => expect(run.gaps.count).toBe(1));
  for (const unit of hd.pictures.slice(GROUP)) run.opened.pushVideo(unit);
  await eventually(() => expect(keysOf(run.pictures.get('240p')!)).toHaveLength(3));
  expect(workers()).not.toContain(before);
});

test('a child that falls behind skips to a keyframe once it has caught up', async () => {
  const run = open(hd, ladderFor(hd.format, 1));
  run.opened.pushVideo(hd.pictures[0]!);
  await eventually(() => expect(run.pictures.get('240p')!.length).toBe(1));
  const [pid] = workers();
  process.kill(pid!, 'SIGSTOP');
  run.opened.pushVideo(hd.pictures[1]!);
  run.moveClock(1_600);
  for (const unit of hd.pictures.slice(2, 30)) run.opened.pushVideo(unit);
  process.kill(pid!, 'SIGCONT');
  await eventually(() => expect(run.gaps.count).toBe(1));
  for (const unit of hd.pictures.slice(30)) run.opened.pushVideo(unit);
  await eventually(() => expect(run.pictures.get('240p')!.length).toBeGreaterThan(9));
  expect(ticksOf(keysOf(run.pictures.get('240p')!))).toEqual([
    hd.pictures[0]!.ticks,
    hd.pictures[2 * GROUP]!.ticks,
  ]);
  expect(run.states).toEqual(['running']);
  expect(workers()).toEqual([pid]);
});

test('units of random bytes end nothing but the child at most, and good ones are transcoded after them', async () => {
  const random = seededRandom(7);
  const noise = (bytes: number): Buffer =>
    Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256)));
  const run = open(hd, ladderFor(hd.format, 1));
  for (const unit of hd.pictures.slice(0, 5)) run.opened.pushVideo(unit);
  for (let i = 0; i < 120; i++) {
    const isKey = random() < 0.3;
    const nal = noise(1 + Math.floor(random() * 2_000));
    // Some look like slices of the stream, some do not.
    if (random() < 0.7) nal[0] = isKey ? 0x65 : 0x41;
    const sps = random() < 0.1 ? Buffer.concat([Buffer.from([0x67]), noise(20)]) : undefined;
    run.opened.pushVideo({ ticks: hd.pictures[5]!.ticks + i, isKey, sps, pps: undefined, nals: [nal] });
    run.opened.pushAudio({ onVideoMs: i * 20, durationTicks: 1_024, data: noise(100) });
  }
  run.opened.pushVideo({ ...hd.pictures[0]!, nals: [Buffer.alloc(5_000_000, 0x65)] });
  let round = 0;
  await eventually(() => {
    round += 1;
    for (const unit of later(hd.pictures.slice(0, 3), round * 1_000_000)) run.opened.pushVideo(unit);
    expect(run.pictures.get('240p')!.some(({ ticks }) => ticks > 1_900_000)).toBe(true);
  });
  expect(run.opened.state).toBe('running');
});

test('a child that ends again and again is given up, and the caller is told once', async () => {
  const run = open(hd, ladderFor(hd.format, 1), { restartMs: [10] });
  await eventually(() => {
    for (const pid of workers()) process.kill(pid, 'SIGKILL');
    expect(run.opened.state).toBe('failed');
  });
  expect(run.states.filter((state) => state === 'failed')).toEqual(['failed']);
  run.pushAll();
  expect(workers()).toEqual([]);
});

test('closed, it leaves no process and says nothing more', async () => {
  const run = open(hd, ladderFor(hd.format, 3));
  run.pushAll();
  await eventually(() => expect(run.pictures.get('480p')!.length).toBeGreaterThan(0));
  run.opened.close();
  const had = run.pictures.get('480p')!.length;
  await eventually(() => expect(workers()).toEqual([]));
  run.pushAll();
  run.opened.close();
  expect(run.opened.state).toBe('closed');
  expect(run.pictures.get('480p')!.length).toBe(had);
  expect(run.states).toEqual(['running']);
});
