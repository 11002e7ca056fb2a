import { randomToken } from '@klieg/kernel';
import type { LiveBroadcast } from '@klieg/contract/media';
import type { LiveStream } from '../edge/live-stream.ts';
import type { WhepFanout } from '../edge/webrtc/whep-fanout.ts';
import type { StreamMeter } from '../ingest/receive/stream-meter.ts';
import type { PublishClaims } from '../control/access.ts';
import type { Pipeline } from './pipeline.ts';
import type { Source } from '../ingest/source.ts';

export type BroadcastState =
  /** A publisher is connected and has not shown a picture yet. */
  | { readonly kind: 'waiting'; readonly sinceMs: number }
  | { readonly kind: 'live' }
  /** The publisher is gone; viewers stay, since it may be back in a moment. */
  | { readonly kind: 'paused'; readonly sinceMs: number };

/** One broadcast: its publisher, who may be replaced, and its viewers. */
export interface Broadcast {
  /** Unguessable id of the WHIP resource; a new one for each publisher. */
  resourceId: string;
  /** Of the newest publisher. */
  claims: PublishClaims;
  /** Its name changes with the room's mode. */
  stream: LiveStream;
  source: Source | undefined;
  state: BroadcastState;
  meter: StreamMeter;
  readonly pipeline: Pipeline;
  readonly whep: WhepFanout;
}

export const newResourceId = (): string => randomToken();

/** True once a picture was shown, whichever publisher it came from. */
export const wasLive = (broadcast: Broadcast): boolean => broadcast.pipeline.init !== undefined;

/** What facts say of a live broadcast; undefined while it has no picture. */
export function liveFigures(broadcast: Broadcast, recordingId?: string): LiveBroadcast | undefined {
  const { state, claims, stream, source, pipeline } = broadcast;
  if (state.kind !== 'live' || !pipeline.init) return undefined;
  const { broadcastId, username, camera } = claims;
  const { format, hasAudio } = pipeline.init;
  const { width, height } = format;
  return {
    broadcastId,
    streamName: stream.name,
    username,
    width,
    height,
    hasAudio,
    tech: source?.tech === 'rtmp' ? 'obs' : 'webrtc',
    renditions: stream.renditions,
    ...(recordingId !== undefined && { recordingId }),
    ...(pipeline.past.minutes !== undefined && { pastMinutes: pipeline.past.minutes }),
    ...(camera && { isCamera: true as const }),
  };
}

/** All who watch, by whatever way; HLS players are not counted, since they come and go with each request. */
export const viewersOf = ({ stream, whep }: Broadcast): number => stream.viewerCount + whep.viewerCount;
