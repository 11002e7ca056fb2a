/*
 * What a page and a media process say to each other on `live:GET wss /live/ingest`, the way in where UDP is blocked.
 * Binary messages carry media behind a header of twelve bytes, texts are JSON. Both sides import this.
 */

export const INGEST_PATH = '/live/ingest';

/** First byte of each binary message. */
const VERSION = 1;

/** Second byte: what the payload is. */
export const INGEST_KIND = {
  /** An AVCDecoderConfigurationRecord; before the first picture, and again when the encoder is reconfigured. */
  config: 1,
  /** One picture: length-prefixed NAL units; the configuration gives the size of the prefix. */
  picture: 2,
  /** One packet of Opus. */
  sound: 3,
  /** Padding that nobody looks at, to measure the bandwidth. */
  load: 4,
} as const;
export type IngestKind = keyof typeof INGEST_KIND;

/** Third byte: a decoder can begin at this picture. */
const KEY_FLAG = 1;

export const INGEST_HEADER_BYTES = 12;
/** The longest message of each kind, without its header. */
export const INGEST_BYTES_MAX: Readonly<Record<IngestKind, number>> = {
  config: 4_096,
  picture: 2 * 1024 * 1024,
  sound: 8_192,
  load: 64 * 1024,
};
/** Larger values are not valid times. */
const MICROSECONDS_MAX = 2 ** 52;

/** Why a media process closes the socket. Codes of RFC 6455 also occur: 1001 going away, 1009 message too long. */
export const INGEST_CLOSE = {
  /** A message that is not one of these, or one at the wrong time. */
  malformed: 4400,
  /** The token is wrong, expired, revoked, or for something else. */
  token: 4401,
  /** The site has stopped this broadcast; its tokens are no longer valid. */
  stopped: 4403,
  /** The broadcast is over. */
  ended: 4404,
  /** Nothing arrived for too long. */
  silent: 4408,
  /** Another publisher of the broadcast delivers, or has taken over. */
  taken: 4409,
  /** An H.264 profile that browsers do not play. */
  codec: 4415,
  /** Above what one source may send; the model is told the reason as a warning. */
  limit: 4422,
  /** No place left, here or for this session. */
  full: 4429,
} as const;
export type IngestClose = keyof typeof INGEST_CLOSE;

export interface IngestFrame {
  readonly kind: IngestKind;
  readonly isKey: boolean;
  /** One clock for picture and sound. */
  readonly microseconds: number;
  readonly payload: Uint8Array;
}

const KINDS = new Map<number, IngestKind>(
  Object.entries(INGEST_KIND).map(([kind, code]) => [code, kind as IngestKind]),
);

/** The bytes of a message. */
export function writeIngestFrame({
  kind,
  isKey,
  microseconds,
  payload,
}: IngestFrame): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(INGEST_HEADER_BYTES + payload.length);
  const view = new DataView(bytes.buffer);
  bytes[0] = VERSION;
  bytes[1] = INGEST_KIND[kind];
  bytes[2] = isKey ? KEY_FLAG : 0;
  view.setBigUint64(4, BigInt(Math.max(0, Math.round(microseconds))));
  bytes.set(payload, INGEST_HEADER_BYTES);
  return bytes;
}

/** What a message carries, without a copy; undefined for an invalid one. */
export function readIngestFrame<Bytes extends Uint8Array>(
  bytes: Bytes,
): (IngestFrame & { readonly payload: Bytes }) | undefined {
  if (bytes.length < INGEST_HEADER_BYTES || bytes[0] !== VERSION || bytes[3] !== 0) return undefined;
  const kind = KINDS.get(bytes[1]!);
  const flags = bytes[2]!;
  if (!kind || flags > KEY_FLAG) return undefined;
  const microseconds = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(4));
  const payload = bytes.subarray(INGEST_HEADER_BYTES) as Bytes;
  if (microseconds > MICROSECONDS_MAX || payload.length > INGEST_BYTES_MAX[kind]) return undefined;
  return { kind, isKey: flags === KEY_FLAG, microseconds, payload };
}

/** Text messages of the page. */
export type IngestSaid =
  /** First message; `sound` says whether there will be any. */
  | { readonly hello: { readonly sound: boolean } }
  /** The model ends the broadcast: nobody waits for a reconnect. */
  | { readonly leave: true }
  /** Echoed at once, to measure the round trip; only with a token for a check. */
  | { readonly ping: number }
  /** The offer of a UDP connection to try; only with a token for a check. */
  | { readonly offer: string };

/** Text messages of the media process. */
export type IngestTold =
  /** Accepted; the page may send at most this much. */
  | { readonly ready: { readonly kbps: number } }
  /** A new viewer, or a lost picture, needs a keyframe. */
  | { readonly keyframe: true }
  /**
   * This process ends soon: the page opens another connection with this publish token and closes this one when the new
   * one delivers.
   */
  | { readonly move: string }
  /** Bytes of binary messages received so far: what was sent beyond them is still on its way. */
  | { readonly got: number }
  | { readonly pong: number }
  | { readonly answer: string };
