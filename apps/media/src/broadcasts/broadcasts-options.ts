import type { Log } from '@klieg/kernel';
import type { PublishClaims } from '../control/access.ts';
import type { TellFact } from '../control/facts.ts';
import type { Leaving } from '../control/leaving.ts';
import type { LiveStream } from '../edge/live-stream.ts';
import type { IceSettings } from '../ingest/whip/peer-connection.ts';
import type { SoundSample } from '../signal/sound-sample.ts';
import type { Keyframe } from '../packaging/units.ts';
import type { PastSettings } from '../dvr/index.ts';
import type { TranscodeBudget } from '../transcode/index.ts';
import type { Broadcast } from './broadcast.ts';

/** What all broadcasts of a process are made with. */
export interface BroadcastsOptions {
  /** Wall clock in Unix milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  readonly tell: TellFact;
  readonly leaving: Leaving;
  /** Makes a publish token of these claims, with the full lifetime. */
  readonly signPublishing: (claims: PublishClaims) => string;
  readonly log: Log;
  readonly ice: IceSettings;
  readonly budget: TranscodeBudget;
  readonly renditionsMax: number;
  readonly maxKbps: number;
  readonly fragmentMs: number;
  /** Without media for this long a publisher is gone. */
  readonly silentMs: number;
  /** A publisher that is gone has this long to come back. */
  readonly reconnectMs: number;
  /** Of broadcasts, and as many of cameras. */
  readonly publishersMax: number;
  /** Where the past of streams may be kept; absent: nowhere. */
  readonly past?: PastSettings | undefined;
  /** The recording that runs of a broadcast in this process. */
  readonly recordingOf?: (broadcastId: string) => string | undefined;
  /** True while another process delivers the stream; absent: there are no others. */
  readonly isLiveElsewhere?: (streamName: string) => boolean;
  /** A number that no other process has given to a segment of a stream of this name; absent: there are no others. */
  readonly firstSegment?: (streamName: string) => number | undefined;
  readonly onKeyframe: (
    streamName: string,
    keyframe: Keyframe,
    takeSound: () => SoundSample | undefined,
  ) => void;
  /** A broadcast has ended, or its stream continues under another name. */
  readonly onStreamEnd: (stream: LiveStream, broadcast: Broadcast, isOver: boolean) => void;
}
