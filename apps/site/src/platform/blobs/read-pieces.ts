import { Readable } from 'node:stream';
import type { BlobStore } from './blob-store.ts';

/** Bytes of a file of the store. */
export interface Piece {
  readonly blob: string;
  readonly from: number;
  readonly length: number;
}

export const bytesOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);

/** The part of consecutive pieces between two positions. */
export function slicePieces(pieces: readonly Piece[], from: number, length: number): readonly Piece[] {
  let at = 0;
  return pieces.flatMap((piece) => {
    const [start, end] = [Math.max(0, from - at), Math.min(piece.length, from + length - at)];
    at += piece.length;
    return start < end ? [{ ...piece, from: piece.from + start, length: end - start }] : [];
  });
}

/**
 * The range that a request asks for: everything, a part, or one that does not exist. Several ranges at once are
 * ignored.
 */
export function readRange(
  header: string | undefined,
  bytes: number,
): 'whole' | 'none' | { readonly from: number; readonly length: number } {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  return from < end ? { from, length: end - from } : 'none';
}

/** One piece. @returns undefined where the file is not there, or is shorter */
async function open(
  blobs: Pick<BlobStore, 'serve'>,
  { blob, from, length }: Piece,
): Promise<Readable | undefined> {
  const range = `bytes=${from}-${from + length - 1}`;
  const answer = await blobs.serve(blob, { method: 'GET', headers: { range } });
  const isRight = answer?.status === 206 && Number(answer.headers['content-length']) === length;
  if (isRight) return answer.content;
  answer?.content?.destroy();
  return undefined;
}

async function* readOn(
  blobs: Pick<BlobStore, 'serve'>,
  first: Readable,
  rest: readonly Piece[],
): AsyncGenerator<Uint8Array> {
  yield* first as AsyncIterable<Uint8Array>;
  for (const piece of rest) {
    const next = await open(blobs, piece);
    if (!next) throw new Error(`${piece.blob} has gone while it was read`);
    yield* next as AsyncIterable<Uint8Array>;
  }
}

/**
 * All of these in sequence, each opened when the one before it is over. @returns undefined where the first is missing
 */
export async function readPieces(
  blobs: Pick<BlobStore, 'serve'>,
  pieces: readonly Piece[],
): Promise<Readable | undefined> {
  const [first, ...rest] = pieces;
  const content = first && (await open(blobs, first));
  if (!content) return undefined;
  const all = Readable.from(readOn(blobs, content, rest), { objectMode: false });
  // If somebody leaves before reading anything, nothing else would close the file opened for them.
  return all.once('close', () => content.destroy());
}
