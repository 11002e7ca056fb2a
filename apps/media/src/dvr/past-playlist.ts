import { pastInitUri, pastSegmentUri } from '../hls/index.ts';
import { type Piece, TARGET_SECONDS } from './chunk-log.ts';

/** A rendition whose past can be played. */
export interface PastVariant {
  readonly rendition: string;
  /** At least one, the newest last. */
  readonly pieces: readonly Piece[];
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(5);
/** Dates are written again if they are off by more than this. */
const DATE_OFF_MS = 20;

function pieceLines(piece: Piece, before: Piece | undefined): string[] {
  const { msn, init, isDiscontinuity, dateMs, durationMs } = piece;
  const goesOn = before && Math.abs(before.dateMs + before.durationMs - dateMs) < DATE_OFF_MS;
  return [
    ...(isDiscontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(before?.init === init ? [] : [`#EXT-X-MAP:URI="${pastInitUri(init.msn)}"`]),
    ...(goesOn ? [] : [`#EXT-X-PROGRAM-DATE-TIME:${new Date(Math.round(dateMs)).toISOString()}`]),
    `#EXTINF:${seconds(durationMs)},`,
    pastSegmentUri(msn),
  ];
}

/**
 * The media playlist of RFC 8216 for the kept past of a rendition; it grows with the stream. URIs are relative and
 * contain no token, so it is the same for all. @param pieces at least one
 */
export function pastPlaylist(pieces: readonly Piece[]): string {
  const first = pieces[0]!;
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${TARGET_SECONDS}`,
    `#EXT-X-MEDIA-SEQUENCE:${first.msn}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first.discontinuities - Number(first.isDiscontinuity)}`,
    ...(pieces.every(({ isKey }) => isKey) ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
    ...pieces.flatMap((piece, i) => pieceLines(piece, pieces[i - 1])),
    '',
  ].join('\n');
}

function variantLines({ rendition, pieces }: PastVariant): string[] {
  const { init } = pieces.at(-1)!;
  const bits = pieces.reduce((sum, { place }) => sum + place.bytes * 8_000, 0);
  const ms = pieces.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const rates = pieces.map(({ place, durationMs }) => (place.bytes * 8_000) / Math.max(1, durationMs));
  const peak = rates.reduce((most, rate) => Math.max(most, rate), 0);
  const attributes = [
    `BANDWIDTH=${Math.ceil(peak)}`,
    `AVERAGE-BANDWIDTH=${Math.ceil(bits / Math.max(1, ms))}`,
    `CODECS="${init.codecs}"`,
    `RESOLUTION=${init.format.width}x${init.format.height}`,
    'CLOSED-CAPTIONS=NONE',
  ];
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${rendition}/past.m3u8`];
}

/** The renditions whose past can be played, the widest first. */
export function pastMaster(variants: readonly PastVariant[]): string {
  const widthOf = ({ pieces }: PastVariant): number => pieces.at(-1)!.init.format.width;
  const widest = variants.toSorted((a, b) => widthOf(b) - widthOf(a));
  return ['#EXTM3U', '#EXT-X-VERSION:7', ...widest.flatMap(variantLines), ''].join('\n');
}
