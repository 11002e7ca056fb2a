import { type ReadBytes, readMoov } from '#site/platform/movies/index.ts';
import { cutSegments } from './cut-segments.ts';
import { type Movie, readMovie } from './read-tracks.ts';
import { type Run, writeHeader, writeSegment } from './write-segments.ts';

/** How a file is segmented, as stored beside it: short names, since a long video has thousands of entries. */
export interface SegmentIndex {
  /** Bytes of the header, which comes first in the file of heads. */
  readonly header: number;
  /** For each segment its seconds, its head in the file of heads, and the bytes of the video. */
  readonly segments: readonly (readonly [
    seconds: number,
    head: readonly [from: number, length: number],
    runs: readonly (readonly [from: number, length: number])[],
  ])[];
}

/** What is stored of a file so that it can be played in segments. */
export interface SegmentFiles {
  readonly index: SegmentIndex;
  /** The header and the heads of all segments, in sequence. */
  readonly heads: Buffer;
}

/** Finds out how a movie is cut. @throws Error for one that cannot be */
export function makeSegments(movie: Movie, sizeBytes: number): SegmentFiles {
  const header = writeHeader(movie);
  const heads = [header];
  let at = header.length;
  const segments = cutSegments(movie).map((cut, nth) => {
    const { seconds, head, runs } = writeSegment(movie, cut, { nth, sizeBytes });
    const from = at;
    at += head.length;
    heads.push(head);
    const pairs = runs.map((run: Run) => [run.from, run.length] as const);
    return [Math.round(seconds * 100_000) / 100_000, [from, head.length] as const, pairs] as const;
  });
  return { index: { header: header.length, segments }, heads: Buffer.concat(heads) };
}

/** The index of a file. @throws Error if it has none that is understood */
export const readMovieOf = (read: ReadBytes, sizeBytes: number): Movie =>
  readMovie(readMoov(read, sizeBytes));
