import { join } from 'node:path';
import type { Log } from '@klieg/kernel';
import { type Broadcasts, makeBroadcasts } from '../broadcasts/broadcasts.ts';
import type { Totals } from '../broadcasts/metrics.ts';
import type { PublishClaims } from '../control/access.ts';
import type { TellFact } from '../control/facts.ts';
import type { Leaving } from '../control/leaving.ts';
import type { IceSettings } from '../ingest/whip/peer-connection.ts';
import { clearPastFolder, type PastSettings } from '../dvr/index.ts';
import { makeRecordings, type Recordings } from '../recording/recordings.ts';
import { makeThumbnailer, type Thumbnailer } from '../thumbnails/thumbnailer.ts';
import { makeTranscodeBudget, type TranscodeBudget } from '../transcode/index.ts';
import type { MediaOptions, MediaSettings } from './media-options.ts';

/** What becomes of the media that is published to this process. */
export interface Origin {
  readonly broadcasts: Broadcasts;
  readonly thumbnailer: Thumbnailer;
  /** Undefined where nothing is recorded. */
  readonly recordings: Recordings | undefined;
  readonly budget: TranscodeBudget;
  /** What streams that have ended since the start had sent. */
  readonly ended: Readonly<Totals>;
}

export interface OriginOptions {
  readonly settings: MediaSettings;
  readonly recording: MediaOptions['recording'];
  readonly ice: IceSettings;
  readonly tell: TellFact;
  readonly log: Log;
  /** Wall clock in Unix milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  readonly leaving: Leaving;
  readonly signPublishing: (claims: PublishClaims) => string;
  /** True while another process that stays delivers the stream. */
  readonly isLiveElsewhere: (streamName: string) => boolean;
  /** A number that no other process has given to a segment of this stream. */
  readonly firstSegment: (streamName: string) => number | undefined;
}

/** The small pictures along the past. */
const STILL = { width: 160, kind: 'webp' } as const;

/** Beside recordings, and by the same rule about free space. */
const pastSettingsOf = ({ folder, freeBytesMin }: NonNullable<MediaOptions['recording']>): PastSettings => ({
  folder: join(folder, 'past'),
  freeBytesMin,
});

/** Broadcasts with the cores, thumbnails and recordings that they share. */
export async function makeOrigin(options: OriginOptions): Promise<Origin> {
  const { settings, monotonic, tell, log } = options;
  const ended = { bytesSent: 0, fragmentsDropped: 0, packetsRepeated: 0, picturesDropped: 0 };
  const budget = makeTranscodeBudget(settings.transcodeCores);
  const thumbnailer = makeThumbnailer({
    intervalMs: settings.thumbnailMs,
    now: monotonic,
    log,
    onMade(streamName, signal) {
      broadcasts.findNamed(streamName)?.pipeline.signals.add(signal);
      const still = thumbnailer.find(streamName, STILL);
      if (still) broadcasts.findNamed(streamName)?.pipeline.past.addStill(still);
    },
  });
  if (options.recording) await clearPastFolder(pastSettingsOf(options.recording).folder);
  const recordings = options.recording
    ? await makeRecordings({ ...options.recording, tell, log, now: options.now, monotonic })
    : undefined;
  const broadcasts = makeBroadcasts({
    ...settings,
    now: options.now,
    monotonic,
    tell,
    log,
    ice: options.ice,
    budget,
    renditionsMax: settings.renditionsMax - 1,
    past: options.recording && pastSettingsOf(options.recording),
    recordingOf: (broadcastId) => recordings?.idOf(broadcastId),
    leaving: options.leaving,
    signPublishing: options.signPublishing,
    isLiveElsewhere: options.isLiveElsewhere,
    firstSegment: options.firstSegment,
    onKeyframe: (streamName, keyframe, takeSound) => thumbnailer.offer(streamName, keyframe, takeSound),
    onStreamEnd(stream, { pipeline, whep, claims }, isOver) {
      ended.bytesSent += stream.bytesSent;
      ended.fragmentsDropped += stream.fragmentsDropped;
      if (isOver) {
        ended.bytesSent += pipeline.hls.bytesSent + whep.bytesSent;
        ended.packetsRepeated += whep.figures.packetsRepeated;
        ended.picturesDropped += whep.figures.picturesDropped;
      }
      thumbnailer.forget(stream.name);
      if (isOver) recordings?.stop(claims.broadcastId);
    },
  });
  return { broadcasts, thumbnailer, recordings, budget, ended };
}
