import type { Segment } from './segment.ts';

/** A rendition that a player may choose. */
export interface Variant {
  readonly rendition: string;
  /** At least one, the newest last. */
  readonly segments: readonly Segment[];
  /** Bit rate that it should have; absent: only the measured one is known. */
  readonly kbpsNominal: number | undefined;
}

interface BitRates {
  readonly peak: number;
  readonly average: number;
}

/** Measured bits per second; a segment that has just begun says little compared to others. */
function bitRates(segments: readonly Segment[], kbpsNominal: number | undefined): BitRates {
  const complete = segments.filter((segment) => segment.isComplete);
  const measured = complete.length > 0 ? complete : segments;
  const rates = measured.map(({ bytes, durationMs }) => (bytes * 8_000) / Math.max(1, durationMs));
  const bits = measured.reduce((sum, { bytes }) => sum + bytes * 8_000, 0);
  const average = bits / Math.max(1, durationMsOf(measured));
  const nominal = complete.length > 0 ? 0 : (kbpsNominal ?? 0) * 1_000;
  return { peak: Math.ceil(Math.max(nominal, ...rates)), average: Math.ceil(average) };
}

const durationMsOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { durationMs }) => sum + durationMs, 0);

/** Whole pictures in a second, as measured over the segments. */
function frameRate(segments: readonly Segment[]): number {
  const complete = segments.filter((segment) => segment.isComplete);
  const pictures = complete.reduce((sum, segment) => sum + segment.pictures, 0);
  return Math.round((pictures * 1_000) / Math.max(1, durationMsOf(complete)));
}

function variantLines({ rendition, segments, kbpsNominal }: Variant): string[] {
  const { init } = segments.at(-1)!;
  const { peak, average } = bitRates(segments, kbpsNominal);
  const fps = frameRate(segments);
  const attributes = [
    `BANDWIDTH=${peak}`,
    `AVERAGE-BANDWIDTH=${average}`,
    `CODECS="${init.codecs}"`,
    `RESOLUTION=${init.format.width}x${init.format.height}`,
    ...(fps > 0 ? [`FRAME-RATE=${fps.toFixed(3)}`] : []),
    // Without this some players search new segments for captions.
    'CLOSED-CAPTIONS=NONE',
  ];
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${rendition}/media.m3u8`];
}

/** The multivariant playlist: the renditions, the widest first. */
export function masterPlaylist(variants: readonly Variant[]): string {
  const widest = variants.toSorted((a, b) => widthOf(b) - widthOf(a));
  return ['#EXTM3U', '#EXT-X-VERSION:9', ...widest.flatMap(variantLines), ''].join('\n');
}

/**
 * The list for a player that only knows its address: entries are below `base`, which has the token in its path, since
 * players drop the query of a list for its entries.
 */
export const placeBelow = (master: string, base: string): string =>
  master.replace(/^[^#\n].*$/gm, (address) => `${base}${address}`);

const widthOf = ({ segments }: Variant): number => segments.at(-1)!.init.format.width;
