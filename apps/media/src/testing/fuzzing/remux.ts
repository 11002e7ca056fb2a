import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FuzzTarget } from '@klieg/testing/fuzzing';
import { makeFragmenter } from '../../packaging/fragmenter.ts';
import { remux } from '../../recording/remux.ts';
import { encodeShort } from './picture-material.ts';

/* A recording, as a recorder leaves it, through the process that makes a file of it. */

const INPUT_MS_MAX = 240_000;
const folder = mkdtempSync(join(tmpdir(), 'klieg-fuzz-remux-'));
const [from, to, poster] = ['a.m4s', 'a.mp4', 'a.jpg'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];

async function recording(): Promise<Buffer> {
  const { pictures, sounds, audio } = await encodeShort();
  const pieces: Buffer[] = [];
  const fragmenter = makeFragmenter({
    audio,
    fragmentMs: 80,
    startMs: 0,
    onInit: ({ data }) => void pieces.push(data),
    onFragment: ({ data }) => void pieces.push(data),
  });
  for (const unit of pictures) {
    fragmenter.pushVideo(unit);
    for (const sound of sounds.filter(({ onVideoMs }) => Math.abs(onVideoMs - unit.ticks / 90) < 17))
      fragmenter.pushAudio(sound);
  }
  return Buffer.concat(pieces);
}

async function feed(input: Buffer): Promise<string> {
  writeFileSync(from, input);
  try {
    const durationMs = await remux({ from, to, poster });
    if (durationMs === undefined || !Number.isSafeInteger(durationMs) || durationMs < 0)
      throw new TypeError(`a length of ${String(durationMs)} ms`);
    return 'made';
  } catch (err) {
    if (err instanceof TypeError || (err as Error).message.startsWith('remux ended')) throw err;
    return (err as Error).message.replaceAll(/0x[0-9a-f]+|\d+/g, '0').slice(0, 80);
  }
}

export const target: FuzzTarget = {
  seeds: [await recording()],
  bytesMax: 256 * 1024,
  inputMsMax: INPUT_MS_MAX,
  words: ['moof', 'mdat', 'traf', 'trun', 'tfdt', 'stsd', 'avcC', 'esds', 'elst', 'mvex'],
  feed,
  close: () => rmSync(folder, { recursive: true, force: true }),
};
