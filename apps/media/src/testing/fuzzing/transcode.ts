import { setTimeout } from 'node:timers/promises';
import { type Log, silentLog } from '@klieg/kernel';
import type { FuzzTarget } from '@klieg/testing/fuzzing';
import { parseSps } from '../../packaging/sps.ts';
import { ladderFor, openTranscoder } from '../../transcode/index.ts';
import { encodeShort, packPictures, unpackPictures } from './picture-material.ts';

/* Pictures through a transcode process, as it runs in the product, with the two smallest renditions of 640x360. */

const INPUT_MS_MAX = 240_000;
const LOOK_MS = 5;
/** Pictures that come out behind the last one that went in do so within this. */
const QUIET_MS = 150;
const WAIT_MS_MAX = 20_000;

async function feed(input: Buffer): Promise<string> {
  const read = unpackPictures(input);
  const format = read && parseSps(read.sps);
  // An ingest takes no stream whose parameter sets it cannot read.
  if (!read || !format) return 'not taken in';
  const told = new Set<string>();
  const note = (_fields: unknown, text: string): void => void told.add(text);
  const log: Log = { ...silentLog, warn: note, error: note };
  let pictures = 0;
  let state = 'starting';
  let quietSinceMs = performance.now();
  const transcoder = openTranscoder({
    format,
    sps: read.sps,
    pps: read.pps,
    audio: undefined,
    renditions: ladderFor({ width: 640, height: 360 }, 1),
    onVideo() {
      pictures += 1;
      quietSinceMs = performance.now();
    },
    onAudioFormat() {},
    onAudio() {},
    onGap() {},
    onState: (next) => (state = next),
    log,
    now: () => performance.now(),
    restartMs: [],
  });
  const startedMs = performance.now();
  const mayGoOn = (): boolean => performance.now() - startedMs < WAIT_MS_MAX;
  for (const unit of read.units) transcoder.pushVideo(unit);
  while (state === 'starting' && mayGoOn()) await setTimeout(LOOK_MS);
  quietSinceMs = performance.now();
  while (state === 'running' && performance.now() - quietSinceMs < QUIET_MS && mayGoOn())
    await setTimeout(LOOK_MS);
  transcoder.close();
  if (!mayGoOn() || state === 'failed') throw new Error('the transcode process did not answer');
  return `${state}, ${pictures > 0 ? 'pictures' : 'nothing'}, ${[...told].toSorted().join(', ')}`;
}

export const target: FuzzTarget = {
  seeds: [packPictures(await encodeShort())],
  bytesMax: 48 * 1024,
  inputMsMax: INPUT_MS_MAX,
  feed,
};
