import { gzipSync } from 'node:zlib';

/** Which clock the times in a piece use. */
export interface PieceClock {
  /** Of the stream, the same for all its outputs. */
  readonly name: string;
  /** How far the times in the piece are ahead of that clock. */
  readonly aheadMs: number;
}

/** What to send; no body means no byte. */
export interface HlsAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: Buffer;
  /** Of a piece that somebody may pay for. */
  readonly clock?: PieceClock;
  /** Stretches of the body whose delivery is counted, one behind the other from its beginning. */
  readonly counted?: readonly CountedStretch[];
}

/** A stretch of a body, from the end of the one before it. */
export interface CountedStretch {
  /** Place behind its last byte. */
  readonly until: number;
  /** To be called when the transport has taken it. */
  readonly onHandedOver: () => void;
}

/** The same playlist in both forms that it is sent in. */
export interface PlaylistBody {
  readonly plain: Buffer;
  /** Absent where compression saves no packet. */
  readonly gzip: Buffer | undefined;
}

/** Who may cache an answer, and how long; RFC 8216bis, appendix B. */
export const CACHING = {
  /** Names never get other bytes. */
  media: 'public, max-age=60, immutable',
  /** The playlist that has a certain part; a later one is asked for by another URL. */
  awaited: 'public, max-age=6',
  /** The newest playlist. */
  newest: 'public, max-age=1',
  none: 'no-store',
} as const;

/** Less than this fits into one packet as it is. */
const GZIP_BYTES_MIN = 1_200;
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

/** An answer without a body. */
export const refuse = (status: 400 | 403 | 404 | 499 | 503): HlsAnswer => ({
  status,
  headers: {
    'cache-control': CACHING.none,
    ...(status === 503 ? { 'retry-after': '1' } : {}),
  },
});

/** Bytes of a part, a segment or a header. */
export const mediaAnswer = (body: Buffer): HlsAnswer => ({
  status: 200,
  headers: {
    'content-type': 'video/mp4',
    'cache-control': CACHING.media,
    'x-content-type-options': 'nosniff',
  },
  body,
});

/** Compresses a playlist where that is worth it. */
export function playlistBody(text: string): PlaylistBody {
  const plain = Buffer.from(text);
  return { plain, gzip: plain.length < GZIP_BYTES_MIN ? undefined : gzipSync(plain) };
}

export function playlistAnswer(
  { plain, gzip }: PlaylistBody,
  caching: string,
  acceptsGzip: boolean,
): HlsAnswer {
  const compressed = acceptsGzip ? gzip : undefined;
  return {
    status: 200,
    headers: {
      'content-type': PLAYLIST_TYPE,
      'cache-control': caching,
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      ...(compressed ? { 'content-encoding': 'gzip' } : {}),
    },
    body: compressed ?? plain,
  };
}
