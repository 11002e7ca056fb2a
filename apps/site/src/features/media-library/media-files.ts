import { createHmac } from 'node:crypto';
import type { Uuid } from '@klieg/kernel';
import { isSameSecret } from '@klieg/kernel/secrets';
import { HOUR_MS, MINUTE_MS } from '@klieg/kernel/time';
import type { KeptItem } from './item-store.ts';

/** The files of an item: itself, a smaller picture, and an unrecognisable one. */
export type FileKind = 'whole' | 'thumb' | 'blurred';

/** Its file in the store. */
export function blobOf({ fileId, typeId }: Pick<KeptItem, 'fileId' | 'typeId'>, kind: FileKind): string {
  if (kind !== 'whole') return `media/${fileId}-${kind}.jpg`;
  return `media/${fileId}.${typeId === 2 ? 'mp4' : 'jpg'}`;
}

/** Pictures along a video, counted from 0. */
export const sheetBlob = (fileId: Uuid, nth: number): string => `media/${fileId}-sheet-${nth}.jpg`;
/** How a video is cut, and the heads of its segments. */
export const segmentBlobs = (fileId: Uuid) =>
  ({ index: `media/${fileId}-segments.json`, heads: `media/${fileId}-heads.bin` }) as const;

export const blobsOf = (item: Pick<KeptItem, 'fileId' | 'typeId'>): readonly string[] =>
  (['whole', 'thumb', 'blurred'] as const).map((kind) => blobOf(item, kind));

/** How long an address holds. */
const HOLDS_MS = { picture: MINUTE_MS, video: 15 * MINUTE_MS, thumb: HOUR_MS } as const;

/** Addresses that open a file for a short time, for one person only. */
export interface SignedFiles {
  /** @param viewer `a{id}` of an account or `g{id}` of a guest */
  urlOf(item: Pick<KeptItem, 'fileId' | 'typeId'>, kind: 'whole' | 'thumb', viewer: string): string;
  /** Of pictures along a video. */
  sheetUrlOf(fileId: Uuid, nth: number, viewer: string): string;
  /** Of the unrecognisable picture, which everybody may see. */
  blurredUrlOf(fileId: Uuid): string;
  /** Of the cover that everybody may see. */
  coverUrlOf(fileId: Uuid): string;
  isRight(asked: {
    readonly file: string;
    readonly viewer: string;
    readonly until: string;
    readonly signature: string;
  }): boolean;
}

export function makeSignedFiles(deps: {
  readonly secret: Uint8Array;
  /** Unix milliseconds. */
  readonly now: () => number;
}): SignedFiles {
  const sign = (file: string, viewer: string, until: number): string =>
    createHmac('sha256', deps.secret).update(`${file}\n${viewer}\n${until}`).digest('base64url').slice(0, 32);

  const signed = (blob: string, viewer: string, until: number): string => {
    const file = blob.slice('media/'.length);
    return `/files/media/${file}?until=${until}&sig=${sign(file, viewer, until)}`;
  };
  /** Pictures of lists keep their address for a while, so that browsers keep them. */
  const thumbUntil = (): number => (Math.floor(deps.now() / HOLDS_MS.thumb) + 2) * HOLDS_MS.thumb;

  return {
    urlOf(item, kind, viewer) {
      const holdsMs = item.typeId === 2 ? HOLDS_MS.video : HOLDS_MS.picture;
      return signed(blobOf(item, kind), viewer, kind === 'thumb' ? thumbUntil() : deps.now() + holdsMs);
    },
    sheetUrlOf: (fileId, nth, viewer) => signed(sheetBlob(fileId, nth), viewer, thumbUntil()),
    blurredUrlOf: (fileId) => `/files/media/${fileId}-blurred.jpg`,
    coverUrlOf: (fileId) => `/files/media/${fileId}-thumb.jpg`,
    isRight({ file, viewer, until, signature }) {
      if (!/^\d{13}$/.test(until) || Number(until) < deps.now()) return false;
      return isSameSecret(signature, sign(file, viewer, Number(until)));
    },
  };
}
