import type { MediaSpan } from '../../control/media-spans.ts';
import type { HlsAnswer } from '../../hls/index.ts';
import { chunksIn, readPictureChunk } from '../../packaging/read-chunk.ts';

/** Accounts for media of a preview; false if more than is left of it. */
export type TakeSpan = (span: MediaSpan) => boolean;

/** True for segments and parts, which contain media. Playlists and headers cost a preview nothing. */
export const isPiece = (path: string): boolean => path.endsWith('.m4s');

function spanOf(chunk: Buffer): MediaSpan | undefined {
  const times = readPictureChunk(chunk);
  return times && { startMs: times.startMs, endMs: times.startMs + times.durationMs };
}

/** Takes a piece for a preview as a whole, as a cache has it. False: it may not be sent. */
export function takeWholePiece({ status, body }: HlsAnswer, take: TakeSpan): boolean {
  if (status !== 200 || !body) return true;
  const spans = [...chunksIn(body)].map(spanOf);
  const [first, last] = [spans[0], spans.at(-1)];
  // What cannot be read cannot be counted.
  return first !== undefined && last !== undefined && take({ startMs: first.startMs, endMs: last.endMs });
}

/** The beginning of a piece that a preview still covers; undefined where that is nothing. */
export function cutPiece(answer: HlsAnswer, take: TakeSpan): HlsAnswer | undefined {
  const { status, headers, body } = answer;
  if (status !== 200 || !body) return answer;
  const given: Buffer[] = [];
  for (const chunk of chunksIn(body)) {
    const span = spanOf(chunk);
    if (!span || !take(span)) break;
    given.push(chunk);
  }
  if (given.length === 0) return undefined;
  const cut = Buffer.concat(given);
  if (cut.length === body.length) return answer;
  return { status, headers: { ...headers, 'cache-control': 'no-store' }, body: cut };
}
