import type { SignalWarning } from './broadcast/signal-warnings.ts';
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { isSameSecret } from '@klieg/kernel/secrets';
import { MEDIA_COMMANDS, type MediaCommand } from './media-commands.ts';

export { MEDIA_COMMANDS, type MediaCommand } from './media-commands.ts';
export { faultOfMediaSetting, isMediaSetting, type MediaSetting } from './media-settings.ts';

/*
 * What site and media say to each other. Media holds no database: rights arrive as short signed tokens, facts leave as
 * bus messages. Both sides import this file and nothing of each other.
 */

/** Longest life of a media token in milliseconds (rule S10). */
export const MEDIA_TOKEN_MS = 60_000;

/** Widths of the live pictures of rooms, up to the width of the source. */
export const THUMB_WIDTHS = [160, 320, 640, 960] as const;
export type ThumbWidth = (typeof THUMB_WIDTHS)[number];
export type ThumbKind = 'jpg' | 'webp';

export interface ThumbForm {
  readonly width: ThumbWidth;
  readonly kind: ThumbKind;
}

/** The form requested by the `w` and kind of an address; unknown values mean 320 and JPEG. */
export const readThumbForm = (width: unknown, kind: unknown): ThumbForm => ({
  width: THUMB_WIDTHS.find((known) => String(known) === width) ?? 320,
  kind: kind === 'webp' ? 'webp' : 'jpg',
});

/** A free look into a show (rule S401). */
export interface PreviewClaim {
  /** Common to all tokens of one preview: what was seen with one is not given again with another. */
  readonly grantId: string;
  /** Total media delivered over all transports; 1 to 60. */
  readonly seconds: number;
}

/** Somebody who pays by the minute, or whose time is counted: the payer of a private, a spy. */
export interface MeterClaim {
  /** Common to all tokens of one payer in one show: the same media sent to two pages counts once. */
  readonly meterId: string;
}

/**
 * A camera that one person shows to few others: at most 640 by 480 or as many pixels upright, 30 pictures a second. It
 * never gets smaller renditions or recordings, whatever is requested, and live pictures only if it belongs to a house.
 */
export interface CameraClaim {
  /** False: its sound is dropped, even if sent. */
  readonly hasSound: boolean;
  /** A camera of a house that has live pictures in lists; absent: it has none. */
  readonly hasThumbnails?: true;
}

/** Which clock the time of a token or a revocation uses: a random name of the site's process. */
interface ByClock {
  readonly clock?: string;
}

/** The right to play one stream, to publish one broadcast, or to test the connection. */
export type MediaClaims =
  | (ByClock & {
      readonly use: 'play';
      /** 128-bit random name, rotated at every change of the room's mode. */
      readonly streamName: string;
      /** Public id of the login session or guest; revocations name it. */
      readonly session: string;
      readonly mode: 'public' | 'private' | 'spy' | 'limited';
      /** Allowed renditions; absent: all. */
      readonly renditions?: readonly string[];
      /** Limits the amount; such a token is of mode spy and names one rendition. */
      readonly preview?: PreviewClaim;
      /** What is delivered with it is counted for this meter and reported (rule S11). */
      readonly meter?: MeterClaim;
      /** May also see the kept past of the stream; only in mode public, and never paid for. */
      readonly mayGoBack?: true;
      readonly expiresAt: number;
    })
  | (ByClock & {
      readonly use: 'publish';
      readonly streamName: string;
      readonly broadcastId: string;
      /** The model's username, for logs and thumbnails. */
      readonly username: string;
      readonly session: string;
      /** A small camera of somebody who is not a performer; absent: a performer's broadcast. */
      readonly camera?: CameraClaim;
      readonly expiresAt: number;
    })
  /** The right to test the connection to a media process once, without a broadcast. */
  | (ByClock & { readonly use: 'check'; readonly session: string; readonly expiresAt: number });

/** Made once for each secret, since making one takes as long as signing with it. */
const keys = new WeakMap<Uint8Array, KeyObject>();

function keyOf(secret: Uint8Array): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret);
  keys.set(secret, key);
  return key;
}

const sign = (secret: Uint8Array, body: string): Buffer =>
  createHmac('sha256', keyOf(secret)).update(body).digest();

/** Signed form of the claims: `st_{base64url json}.{base64url hmac}`. */
export function signMediaToken(secret: Uint8Array, claims: MediaClaims): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `st_${body}.${sign(secret, body).toString('base64url')}`;
}

/** The claims of a genuine, unexpired token, else undefined. */
export function verifyMediaToken(secret: Uint8Array, token: string, nowMs: number): MediaClaims | undefined {
  const dot = token.indexOf('.');
  if (!token.startsWith('st_') || dot < 0 || token.length > 2_000) return undefined;
  const body = token.slice(3, dot);
  // Compared as text: reading base64url skips foreign characters, so many texts would be the same signature.
  if (!isSameSecret(token.slice(dot + 1), sign(secret, body).toString('base64url'))) return undefined;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as MediaClaims;
  return claims.expiresAt > nowMs ? claims : undefined;
}

/** Value of the header `x-internal-secret` on addresses that only the site may call. */
export const internalMediaKey = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('klieg media internal').digest('hex');

/** Whether a header `x-internal-secret` has it; compared in constant time. */
export const isInternalMediaKey = (secret: Uint8Array, given: string | string[] | undefined): boolean =>
  typeof given === 'string' && isSameSecret(given, internalMediaKey(secret));

/**
 * Why an encoder was rejected: codec or its profile, more than one source may send, or sound without a picture. None
 * equals the code of a warning in `StreamHealth`, since a page may show both.
 */
export type EncoderRefusalCode =
  | 'codec'
  | 'enhanced_rtmp'
  | 'picture_size'
  | 'picture_rate'
  | 'bitrate_limit'
  | 'sound_only';

/** Facts from a media process, on the bus subject `media.facts`. */
export type MediaFact =
  /**
   * Each 2 s; a node silent for 5 s counts as gone. All broadcasts that now deliver a picture are named at the start,
   * after `report` and each 10 s; else absent.
   */
  | {
      readonly kind: 'alive';
      readonly node: string;
      /** Internal address for other media processes; never for viewers. */
      readonly url?: string;
      readonly broadcasts?: readonly LiveBroadcast[];
      /** It ends soon; its publishers may move to another process while it still delivers what they send. */
      readonly isLeaving?: true;
    }
  /** The first keyframe of a broadcast arrived, or its size or codec changed. */
  | ({ readonly kind: 'live'; readonly node: string; readonly url?: string } & LiveBroadcast)
  /** No media came for 3 s, or the publisher left; `reason` says which. */
  | {
      readonly kind: 'gone';
      readonly node: string;
      readonly broadcastId: string;
      readonly streamName: string;
      readonly reason: 'silent' | 'closed' | 'replaced' | 'stopped';
      /** The number that its next HLS segment would have had; absent if nobody has read any. */
      readonly nextSegment?: number;
      /** It was a camera; absent: a performer's broadcast. */
      readonly isCamera?: true;
    }
  /** A publisher was rejected because its encoder's settings cannot be played; `text` is for the model. */
  | {
      readonly kind: 'refused';
      readonly node: string;
      readonly broadcastId: string;
      readonly streamName: string;
      readonly code: EncoderRefusalCode;
      readonly text: string;
      readonly isCamera?: true;
    }
  /** A preview is being watched here (reported each second), or is used up. */
  | {
      readonly kind: 'preview';
      readonly node: string;
      readonly grantId: string;
      /** Media that this node has delivered for it so far. */
      readonly deliveredMs: number;
      /** No node delivers it any more. */
      readonly isOver: boolean;
    }
  /**
   * Media was delivered for a meter here: reported at the first delivery, then each second while it grows, and once
   * more after a second without growth. Each fact describes one whole stretch as it is now, so the next makes up for a
   * lost one, and a double or late one does no harm. Media that the transport has not acknowledged is not counted.
   * // One media process: charge the growth of `deliveredMs`. Several at once, such as two pages of one payer at two
   * edges: each counts its own, so their sum is too high. To be exact with any number, keep for each meter and `clock`
   * the union of all `fromMs` to `untilMs` received, from any node; the sum of the lengths is what was delivered.
   * Somebody who joins midway counts the first stretch of a clock up to its `untilMs`.
   */
  | {
      readonly kind: 'metered';
      /** Name of one run of a process; a restarted one has a new name. */
      readonly node: string;
      readonly meterId: string;
      /** Media that this node has delivered for it so far, each moment of the stream once; never falls. */
      readonly deliveredMs: number;
      /** Clock that the stretch is measured by; a stream whose origin dies continues on another. */
      readonly clock: string;
      /** A stretch of the stream's own time delivered without a gap, in milliseconds. */
      readonly fromMs: number;
      readonly untilMs: number;
    }
  /** A page has shown a fresh token for the one in its player's address; for other media processes. */
  | {
      readonly kind: 'renewed';
      readonly node: string;
      readonly streamName: string;
      readonly token: string;
      readonly fresh: string;
    }
  /**
   * A recording has ended unexpectedly; what was written until then is kept. For a clip nothing was written:
   * `clip_gone` means that the stream has ended or continues in another mode, `clip_too_short` that too little has run.
   */
  | {
      readonly kind: 'recording_failed';
      readonly node: string;
      readonly recordingId: string;
      readonly reason:
        | 'disk_full'
        | 'disk_failed'
        | 'disk_slow'
        | 'unreadable'
        | 'clip_gone'
        | 'clip_too_short';
    }
  /** Each 5 s while a publisher sends. */
  | ({
      readonly kind: 'health';
      readonly node: string;
      readonly broadcastId: string;
      readonly streamName: string;
      readonly isCamera?: true;
      /** As in `gone`. */
      readonly nextSegment?: number;
    } & StreamHealth);

export interface LiveBroadcast {
  readonly broadcastId: string;
  readonly streamName: string;
  readonly username: string;
  readonly width: number;
  readonly height: number;
  readonly hasAudio: boolean;
  readonly tech: 'obs' | 'webrtc';
  /** Ids of the renditions playable now, best first. */
  readonly renditions: readonly string[];
  /** Its running recording there; absent without one. */
  readonly recordingId?: string;
  /** How many minutes viewers may go back, 0 where the past is kept for clips only; absent: nothing is kept. */
  readonly pastMinutes?: number;
  /** It is a camera; absent: a performer's broadcast. */
  readonly isCamera?: true;
}

/** What is wrong with the connection of a stream. */
export type LineWarning = 'b_frames' | 'keyframe_interval' | 'bitrate' | 'packet_loss';

export interface StreamHealth {
  readonly kbps: number;
  readonly fps: number;
  readonly width: number;
  readonly height: number;
  readonly keyframeMs: number;
  readonly lossPercent: number;
  readonly viewers: number;
  /** How loud the last seconds were, in whole LUFS; absent: without sound, or not measured yet. */
  readonly lufs?: number;
  readonly warnings: readonly (LineWarning | SignalWarning)[];
}

export const MEDIA_FACTS = 'media.facts';

/** What a media process may publish on the bus: facts, and the question who is there. Only the site sends commands. */
export const mayMediaPublish = (subject: string, message: unknown): boolean =>
  subject === MEDIA_FACTS ||
  (subject === MEDIA_COMMANDS && (message as Partial<MediaCommand> | null)?.kind === 'report');
