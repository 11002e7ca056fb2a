import type { SignalWarning } from './broadcast/signal-warnings.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MEDIA_COMMANDS, type MediaCommand } from './media-commands.ts';

export { MEDIA_COMMANDS, type MediaCommand } from './media-commands.ts';
export { faultOfMediaSetting, isMediaSetting, type MediaSetting } from './media-settings.ts';

/*
 * What site and media say to each other. Media holds no database: rights arrive as short signed
 * tokens, facts leave as bus messages. Both sides import this file and nothing of each other.
 */

/** Longest life of a media token in milliseconds (rule S10). */
export const MEDIA_TOKEN_MS = 60_000;

/** Widths in which the live pictures of rooms are made, as far as the source is as wide. */
export const THUMB_WIDTHS = [160, 320, 640, 960] as const;
export type ThumbWidth = (typeof THUMB_WIDTHS)[number];
export type ThumbKind = 'jpg' | 'webp';

export interface ThumbForm {
  readonly width: ThumbWidth;
  readonly kind: ThumbKind;
}

/** The form that an address asks for by its `w` and kind; 320 and JPEG stand in for what is unknown. */
export const readThumbForm = (width: unknown, kind: unknown): ThumbForm => ({
  width: THUMB_WIDTHS.find((known) => String(known) === width) ?? 320,
  kind: kind === 'webp' ? 'webp' : 'jpg',
});

/** A free look into a show (rule S401). */
export interface PreviewClaim {
  /** Common to all tokens of one preview: what was seen with one of them is not given again with another. */
  readonly grantId: string;
  /** Delivered media in all, by whatever ways; 1 to 60. */
  readonly seconds: number;
}

/** Somebody who pays by the minute, or whose time is counted: a private's payer, a spy. */
export interface MeterClaim {
  /** Common to all tokens of one payer in one show: what two of their pages are sent counts once. */
  readonly meterId: string;
}

/**
 * A camera that one person shows to few others: at most 640 by 480 or as many pixels upright, 30 pictures a second. No
 * smaller rendition or recording is made of it, whatever anybody asks for, and live pictures only of a house.
 */
export interface CameraClaim {
  /** False: its sound goes nowhere, even where it is sent. */
  readonly hasSound: boolean;
  /** A camera of a house, of which lists show live pictures; absent: there are none of it. */
  readonly hasThumbnails?: true;
}

/** Whose clock the time of a token or a revocation is of: a random name of the site's process. */
interface ByClock {
  readonly clock?: string;
}

/** The right to play one stream, to publish one broadcast, or to try the way there. */
export type MediaClaims =
  | (ByClock & {
      readonly use: 'play';
      /** 128-bit random name, rotated at every change of the room's mode. */
      readonly streamName: string;
      /** Public id of the login session or guest; revocation names it. */
      readonly session: string;
      readonly mode: 'public' | 'private' | 'spy' | 'limited';
      /** Allowed renditions; absent: all. */
      readonly renditions?: readonly string[];
      /** Only so much of it; such a token is of mode spy and names one rendition. */
      readonly preview?: PreviewClaim;
      /** What is delivered by it is counted for this meter, and told (rule S11). */
      readonly meter?: MeterClaim;
      /** What the stream keeps of its past may be seen, too; in mode public alone, and never paid for. */
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
      /** A small camera of somebody who is no performer; absent: a performer's broadcast. */
      readonly camera?: CameraClaim;
      readonly expiresAt: number;
    })
  /** The right to measure the way to a media process once, without a broadcast. */
  | (ByClock & { readonly use: 'check'; readonly session: string; readonly expiresAt: number });

const sign = (secret: Uint8Array, body: string): Buffer => createHmac('sha256', secret).update(body).digest();

/** Signed form of the claims: `st_{base64url json}.{base64url hmac}`. */
export function signMediaToken(secret: Uint8Array, claims: MediaClaims): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `st_${body}.${sign(secret, body).toString('base64url')}`;
}

/** The claims of a token that is genuine and not expired, else undefined. */
export function verifyMediaToken(secret: Uint8Array, token: string, nowMs: number): MediaClaims | undefined {
  const dot = token.indexOf('.');
  if (!token.startsWith('st_') || dot < 0 || token.length > 2_000) return undefined;
  const body = token.slice(3, dot);
  // As texts: reading base64url skips what does not belong to it, so that many texts would be one signature.
  const given = Buffer.from(token.slice(dot + 1));
  const wanted = Buffer.from(sign(secret, body).toString('base64url'));
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as MediaClaims;
  return claims.expiresAt > nowMs ? claims : undefined;
}

/** Value of the header `x-internal-secret` on the addresses that only the site may call. */
export const internalMediaKey = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('klieg media internal').digest('hex');

/**
 * Why an encoder was sent away: its codec or the form of it, more than one source may send, or sound without a picture.
 * None is the code of a warning in `StreamHealth`, since a page may show both.
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
   * Each 2 s; a node that says nothing for 5 s is gone. The broadcasts that deliver a picture now, all of
   * them, are named at the start, after `report` and each 10 s; else absent.
   */
  | {
      readonly kind: 'alive';
      readonly node: string;
      /** Internal address, for other media processes; never for viewers. */
      readonly url?: string;
      readonly broadcasts?: readonly LiveBroadcast[];
      /** It ends soon, and its publishers may go on at another process while it still delivers what they send. */
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
      /** The number that its next segment for readers of lists would have had; absent where nobody has read any. */
      readonly nextSegment?: number;
      /** It was a camera; absent: a performer's broadcast. */
      readonly isCamera?: true;
    }
  /** A publisher was sent away, since its encoder's settings cannot be played; `text` is for the model. */
  | {
      readonly kind: 'refused';
      readonly node: string;
      readonly broadcastId: string;
      readonly streamName: string;
      readonly code: EncoderRefusalCode;
      readonly text: string;
      readonly isCamera?: true;
    }
  /** A preview is being watched here, told about each second of it, or was used up in all. */
  | {
      readonly kind: 'preview';
      readonly node: string;
      readonly grantId: string;
      /** Media that this node has delivered for it so far. */
      readonly deliveredMs: number;
      /** No node delivers any more of it. */
      readonly isOver: boolean;
    }
  /**
   * Media was delivered for a meter here: at once with its first, then each second while it grows, and once more
   * when it has stood still for a second. Each fact names one whole stretch, as it is now, so one that was lost is
   * made up for by the next, and one that is heard twice or late does no harm. What the transport has not
   * acknowledged is not in it.
   *
   * One media process: the growth of `deliveredMs` is what is to be charged. Several at once, such as two pages of
   * one payer at two edges: each counts its own, so their sum is too much. Exact with any number is what the
   * stretches say: keep for each meter and `clock` the union of all `fromMs` to `untilMs` that were heard, from
   * whatever node; the sum of the lengths is what was delivered. Who begins in the middle takes the first stretch that
   * is heard of a clock for counted up to its `untilMs`.
   */
  | {
      readonly kind: 'metered';
      /** Name of one run of a process: one that was started again has another. */
      readonly node: string;
      readonly meterId: string;
      /** Media that this node has delivered for it so far, each moment of the stream once; never falls. */
      readonly deliveredMs: number;
      /** Name of the clock that the stretch is measured by; a stream whose origin dies goes on by another. */
      readonly clock: string;
      /** A stretch of the stream's own time that was delivered without a gap, in milliseconds. */
      readonly fromMs: number;
      readonly untilMs: number;
    }
  /** A page has shown a fresh token for the one in the address that its player loads by; for other media processes. */
  | {
      readonly kind: 'renewed';
      readonly node: string;
      readonly streamName: string;
      readonly token: string;
      readonly fresh: string;
    }
  /**
   * A recording has ended by itself; what was written until then is kept. Of a clip nothing was written:
   * `clip_gone` says that the stream has ended or goes on in another mode, `clip_too_short` that too little has run.
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
      /** As of `gone`. */
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
  /** Ids of the renditions that can be played now, best first. */
  readonly renditions: readonly string[];
  /** The recording that runs of it there; absent where none does. */
  readonly recordingId?: string;
  /** How many minutes viewers may go back in it, 0 where what is kept is for clips alone; absent: nothing is kept. */
  readonly pastMinutes?: number;
  /** It is a camera; absent: a performer's broadcast. */
  readonly isCamera?: true;
}

/** What is wrong with the way of a stream. */
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

/** What a media process may publish on the bus: facts, and the question who is there. Commands are the site's. */
export const mayMediaPublish = (subject: string, message: unknown): boolean =>
  subject === MEDIA_FACTS ||
  (subject === MEDIA_COMMANDS && (message as Partial<MediaCommand> | null)?.kind === 'report');
