import { setTimeout } from 'node:timers/promises';
import { type Log, silentLog } from '@klieg/kernel';
import type { FuzzTarget } from '@klieg/testing/fuzzing';
import { makeThumbnailer } from '../../thumbnails/thumbnailer.ts';
import { encodeShort, packPictures, unpackPictures } from './picture-material.ts';

/* Keyframes through the thumbnail process, as it runs in the product. Its native decoder may die: with its process. */

/** Longer than a child that hangs is waited for, and than the pause before another one is started. */
const INPUT_MS_MAX = 240_000;
const LOOK_MS = 2;

const told: string[] = [];
const note = (_fields: unknown, text: string): void => void told.push(text);
const log: Log = { ...silentLog, warn: note, error: note };
let nowMs = 0;
const thumbnailer = makeThumbnailer({ intervalMs: 1, now: () => (nowMs += 10), log });

async function feed(input: Buffer): Promise<string> {
  const read = unpackPictures(input);
  const key = read?.units.find(({ isKey }) => isKey);
  if (!read || !key) return 'no keyframe';
  told.length = 0;
  thumbnailer.forget('a');
  thumbnailer.offer('a', { sps: read.sps, pps: read.pps, nals: key.nals });
  const end = () => thumbnailer.find('a', { width: 160, kind: 'jpg' }) !== undefined || told.length > 0;
  while (!end()) await setTimeout(LOOK_MS);
  // It is started again, so nobody else is hurt; but an input that can do this again is to be known.
  if (told[0]?.includes('process ended')) throw new Error('the thumbnail process died');
  return told[0] ?? 'drawn';
}

export const target: FuzzTarget = {
  seeds: [packPictures(await encodeShort())],
  bytesMax: 48 * 1024,
  inputMsMax: INPUT_MS_MAX,
  feed,
  close: () => thumbnailer.close(),
};
