import { randomToken } from '@klieg/kernel';
import type { LiveBroadcast } from '@klieg/contract/media';
import type { LiveStream } from '../edge/live-stream.ts';
import type { FilteredOffer } from '../ingest/sdp.ts';
import type { Publisher } from '../ingest/publisher.ts';
import { makeStreamMeter, type StreamMeter } from '../ingest/stream-meter.ts';
import { OPUS } from '../packaging/audio-format.ts';
import { type Fragmenter, makeFragmenter } from '../packaging/fragmenter.ts';
import type { AudioUnit, StreamInit, VideoUnit } from '../packaging/units.ts';
import type { PublishClaims } from './access.ts';

/** A keyframe with the parameter sets that a decoder needs. */
export interface Keyframe {
  readonly sps: Buffer;
  readonly pps: Buffer;
  readonly nals: readonly Buffer[];
}

export type BroadcastState =
  | { readonly kind: 'waiting'; readonly sinceMs: number }
  | { readonly kind: 'live'; readonly init: StreamInit };

/** One publisher's media on its way to the viewers of a stream name. */
export interface Broadcast {
  /** Unguessable id of the WHIP resource. */
  readonly resourceId: string;
  readonly claims: PublishClaims;
  readonly meter: StreamMeter;
  readonly fragmenter: Fragmenter;
  /** Its name changes with the room's mode. */
  stream: LiveStream;
  publisher: Publisher | undefined;
  state: BroadcastState;
  readonly media: {
    readonly onVideo: (unit: VideoUnit) => void;
    readonly onAudio: (unit: AudioUnit) => void;
  };
}

export interface BroadcastOptions {
  readonly claims: PublishClaims;
  readonly offer: FilteredOffer;
  readonly stream: LiveStream;
  readonly maxKbps: number;
  readonly fragmentMs: number;
  /** Where the timeline of the stream continues, 0 for a new one. */
  readonly startMs: number;
  readonly nowMs: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly onLive: (broadcast: Broadcast) => void;
  readonly onKeyframe: (broadcast: Broadcast, keyframe: Keyframe) => void;
}

/** Ties packager and stream to a publisher that is still to be opened. */
export function makeBroadcast(options: BroadcastOptions): Broadcast {
  const { claims, now } = options;
  const meter = makeStreamMeter(options.maxKbps, options.nowMs);
  let sps: Buffer | undefined;
  let pps: Buffer | undefined;

  const fragmenter = makeFragmenter({
    audio: options.offer.audioPayloadType === undefined ? undefined : OPUS,
    fragmentMs: options.fragmentMs,
    startMs: options.startMs,
    onInit(init) {
      broadcast.stream.setInit(init);
      meter.onFormat(init.format);
      broadcast.state = { kind: 'live', init };
      options.onLive(broadcast);
    },
    onFragment: (fragment) => broadcast.stream.append(fragment, now()),
  });

  const onVideo = (unit: VideoUnit): void => {
    sps = unit.sps ?? sps;
    pps = unit.pps ?? pps;
    fragmenter.pushVideo(unit);
    if (unit.isKey && sps && pps && broadcast.state.kind === 'live')
      options.onKeyframe(broadcast, { sps, pps, nals: unit.nals });
  };

  const broadcast: Broadcast = {
    resourceId: randomToken(),
    claims,
    meter,
    fragmenter,
    stream: options.stream,
    publisher: undefined,
    state: { kind: 'waiting', sinceMs: options.nowMs },
    media: { onVideo, onAudio: (unit) => fragmenter.pushAudio(unit) },
  };
  return broadcast;
}

/** What facts say of a live broadcast; undefined while it waits for its first keyframe. */
export function liveFigures(broadcast: Broadcast): LiveBroadcast | undefined {
  const { state, claims, stream } = broadcast;
  if (state.kind !== 'live') return undefined;
  const { broadcastId, username } = claims;
  const { format, hasAudio } = state.init;
  const { width, height } = format;
  return { broadcastId, streamName: stream.name, username, width, height, hasAudio };
}
