import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@klieg/kernel';
import { readLoop } from '@klieg/demo/loops';
import { loopPath, prepareLoops } from '@klieg/demo';
import { giveLoops, keepLoops } from '@klieg/testing/kept-loops';
import { opusTicks } from '../../packaging/opus.ts';
import { OPUS } from '../../packaging/audio-format.ts';
import { parseSps, type PictureFormat } from '../../packaging/sps.ts';
import type { AudioFormat, AudioUnit, VideoUnit } from '../../packaging/units.ts';
import { splitAnnexB } from '../nal-units.ts';

export interface MaterialJob {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly pictures: number;
  readonly groupPictures: number;
  readonly bFrames: number;
}

/** Times in pictures or samples. */
export interface MaterialPacket {
  readonly pts: number;
  readonly dts: number;
  readonly isKey: boolean;
  readonly data: Buffer;
}

/** A short stream as an ingest would deliver it. */
export interface Material {
  readonly format: PictureFormat;
  readonly sps: Buffer;
  readonly pps: Buffer;
  readonly audio: AudioFormat;
  readonly pictures: readonly VideoUnit[];
  readonly sounds: readonly AudioUnit[];
}

const SCENE = 's00';
const VIDEO_HZ = 90_000;
const AAC_HZ = 48_000;
/** Streams do not begin at zero. */
const START_TICKS = 900_000;
const START_MS = START_TICKS / 90;

function material(
  pictures: readonly VideoUnit[],
  sounds: readonly AudioUnit[],
  audio: AudioFormat,
): Material {
  const { sps, pps } = pictures[0]!;
  return { format: parseSps(sps!)!, sps: sps!, pps: pps!, audio, pictures, sounds };
}

/** Encodes a test picture of any size with AAC sound. */
export async function encodeMaterial(job: MaterialJob): Promise<Material> {
  const child = fork(new URL('./material-main.ts', import.meta.url), [], {
    serialization: 'advanced',
    execArgv: [],
  });
  child.send(job);
  const [answer] = (await once(child, 'message')) as [
    { pictures: MaterialPacket[]; tone: { packets: MaterialPacket[]; config: Buffer } },
  ];
  const perPicture = VIDEO_HZ / job.fps;
  const first = Math.min(...answer.pictures.map(({ dts }) => dts));
  const pictures = answer.pictures.map(({ pts, dts, isKey, data }) => ({
    ticks: START_TICKS + (dts - first) * perPicture,
    compositionTicks: (pts - dts) * perPicture,
    isKey,
    ...splitAnnexB(Buffer.from(data)),
  }));
  const sounds = answer.tone.packets.map(({ pts, data }) => ({
    onVideoMs: START_MS + (pts * 1_000) / AAC_HZ,
    durationTicks: 1_024,
    data: Buffer.from(data),
  }));
  const { config } = answer.tone;
  return material(pictures, sounds, { codec: 'aac', hz: AAC_HZ, channels: 2, config: Buffer.from(config) });
}

/** The demo's loop: 12 s of 640x360 with Opus. */
export async function loopMaterial(): Promise<Material> {
  const dataDir = await mkdtemp(join(tmpdir(), 'klieg-loop-'));
  const scenes = [{ scene: SCENE, seed: 1 }];
  giveLoops(dataDir, SCENE);
  await prepareLoops({ dataDir, scenes, log: silentLog, onReady() {} }).done;
  keepLoops(dataDir);
  const loop = await readLoop(loopPath(dataDir, SCENE));
  await rm(dataDir, { recursive: true, force: true });
  if (!loop) throw new Error('the test needs the optional package node-av');
  const perPicture = (loop.durationMs * 90) / loop.pictures.length;
  const pictures = loop.pictures.map((picture, i) => {
    const split = splitAnnexB(picture);
    return { ticks: START_TICKS + i * perPicture, isKey: split.sps !== undefined, ...split };
  });
  const soundMs = loop.durationMs / loop.sounds.length;
  const sounds = loop.sounds.map((data, i) => ({
    onVideoMs: START_MS + i * soundMs,
    durationTicks: opusTicks(data)!,
    data,
  }));
  return material(pictures, sounds, OPUS);
}
