import type { StreamInit } from '../packaging/units.ts';

/*
 * What an origin says to an edge in text frames: first the name of its clock, then before each header what the header
 * is of, in the same words as for viewers. An edge says one thing: that it needs a keyframe.
 */

/** Where edges ask an origin for a rendition. */
export const RELAY_PATH = '/internal/relay/';
/** A viewer at the edge needs a keyframe of the rendition of this connection. */
export const KEY_WANTED = 'key';

export type RelayMessage =
  /** Times are only comparable within one epoch; a broadcast that restarts elsewhere has another. */
  | { readonly kind: 'epoch'; readonly epoch: string }
  | { readonly kind: 'description'; readonly description: Omit<StreamInit, 'data'> };

const TEXT_MAX = 1_000;
const SIDE_MAX = 16_384;

export const epochText = (epoch: string): string => JSON.stringify({ epoch });

const isSide = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= SIDE_MAX;

/** A text frame of an origin; undefined if malformed. */
export function parseRelayMessage(text: string): RelayMessage | undefined {
  if (text.length > TEXT_MAX) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { epoch, codecs, width, height } = (parsed ?? {}) as Record<string, unknown>;
  if (typeof epoch === 'string' && /^[\w-]{1,64}$/.test(epoch)) return { kind: 'epoch', epoch };
  if (typeof codecs !== 'string' || !/^[\w.,-]{1,80}$/.test(codecs)) return undefined;
  if (!isSide(width) || !isSide(height)) return undefined;
  const format = { width, height, codec: codecs.split(',')[0]! };
  return { kind: 'description', description: { codecs, format, hasAudio: /opus|mp4a/i.test(codecs) } };
}
