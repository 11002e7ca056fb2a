import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { silentLog } from '@klieg/kernel';
import { makeRecorderSlot } from '../broadcasts/recorder-slot.ts';
import { makeFragmenter } from '../packaging/fragmenter.ts';
import type { Fragment, StreamInit } from '../packaging/units.ts';
import { makePieceDoor } from '../recording/piece-door.ts';
import { makeRecordings } from '../recording/recordings.ts';
import { encodeMaterial, type Material } from '../transcode/testing/material.ts';

/*
 * What a media process does of a recording, on a made clock that runs as fast as it can: a test of hours takes minutes,
 * and it can be killed. Argument 1 is a plan as JSON; says how far it is, in seconds of the made clock, and `done`.
 */

interface Plan {
  readonly folder: string;
  readonly siteUrl: string;
  readonly key: string;
  readonly recordingId: string;
  /** Of the made clock's 0, in Unix milliseconds. */
  readonly zeroMs: number;
  /** Whole seconds of the made clock, between which it records. */
  readonly from: number;
  readonly until: number;
  /** It does not end there: it waits for being killed in the middle of a piece. */
  readonly holds: boolean;
  /** A file that gets one turn of what is shown. */
  readonly reference?: string;
}

const FPS = 30;
/** What is shown comes again after this, and a picture that stands alone each second. */
const TURN_SECONDS = 4;
const TICKS = 90_000;
/** Waits after each second, so that the site is asked while it goes on. */
const PACE_MS = 8;

const plan = JSON.parse(process.argv[2] ?? '') as Plan;
const tell = (message: unknown): void => void process.send?.(message);

/** Gives pictures and sounds of one second of the clock. */
function feed(material: Material, second: number, fragmenter: ReturnType<typeof makeFragmenter>): void {
  const turn = Math.floor(second / TURN_SECONDS);
  const within = second % TURN_SECONDS;
  const [first] = material.pictures;
  const startMs = first!.ticks / 90;
  const sounds = material.sounds.filter(({ onVideoMs }) => {
    const at = onVideoMs - startMs - within * 1_000;
    return at >= 0 && at < 1_000;
  });
  const pictures = material.pictures.slice(within * FPS, (within + 1) * FPS);
  for (const picture of pictures) {
    fragmenter.pushVideo({ ...picture, ticks: picture.ticks + turn * TURN_SECONDS * TICKS });
    while (sounds[0] && sounds[0].onVideoMs <= picture.ticks / 90) {
      const sound = sounds.shift()!;
      fragmenter.pushAudio({ ...sound, onVideoMs: sound.onVideoMs + turn * TURN_SECONDS * 1_000 });
    }
  }
}

const material = await encodeMaterial({
  width: 160,
  height: 90,
  fps: FPS,
  pictures: FPS * TURN_SECONDS,
  groupPictures: FPS,
  bFrames: 0,
});

if (plan.reference) {
  const chunks: Buffer[] = [];
  const fragmenter = makeFragmenter({
    audio: undefined,
    fragmentMs: 80,
    startMs: 0,
    onInit: ({ data }) => chunks.push(data),
    onFragment: ({ data }) => chunks.push(data),
  });
  for (let second = 0; second <= TURN_SECONDS; second++) feed(material, second, fragmenter);
  writeFileSync(plan.reference, Buffer.concat(chunks));
}

let clockMs = plan.from * 1_000;
const recordings = await makeRecordings({
  folder: plan.folder,
  freeBytesMin: 0,
  tell: (fact) => tell({ fact }),
  log: silentLog,
  now: () => plan.zeroMs + clockMs,
  monotonic: () => clockMs,
  door: makePieceDoor(plan.siteUrl, plan.key),
  handOver: () => Promise.reject(new Error('nothing is handed over whole')),
  retryMs: [100, 200, 500],
});
const slot = makeRecorderSlot();
/** Times of the stream begin anew with each process; what came when is what the clock says. */
const onClock = (fragment: Fragment): number => plan.from * 1_000 + fragment.startMs + fragment.durationMs;
const fragmenter = makeFragmenter({
  audio: material.audio,
  fragmentMs: 80,
  startMs: 0,
  onInit: (init: StreamInit) => slot.setInit(init),
  onFragment(fragment) {
    clockMs = onClock(fragment);
    slot.append(fragment, clockMs);
  },
});
recordings.start({ recordingId: plan.recordingId, broadcastId: 'one' }, (sink) => void slot.attach(sink));
for (let second = plan.from; second < plan.until; second++) {
  feed(material, second, fragmenter);
  tell({ second: second + 1 });
  await delay(PACE_MS);
}
if (!plan.holds) recordings.stop('one');
tell({ done: true });
process.on('disconnect', () => void recordings.close().then(() => process.exit(0)));
