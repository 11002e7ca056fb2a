import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Uuid } from '@klieg/kernel';
import type { BlobStore } from '#site/platform/blobs/index.ts';
import { type PieceKey, pieceBlob } from './place-pieces.ts';
import type { NewPiece, PieceStore } from './piece-store.ts';

/**
 * `gone`: its recording takes nothing more. `other`: another piece has this place. `broken`: it is not what its sum
 * says.
 */
export type Received = 'taken' | 'gone' | 'other' | 'broken';

/** Accepts pieces of recordings from media processes: each once, in any order, with any number of repeats. */
export interface ReceivePieces {
  piece(piece: NewPiece, content: Readable): Promise<Received>;
  poster(piece: PieceKey, content: Readable): Promise<Received>;
  end(originId: Uuid, run: number): Promise<Received>;
}

class BrokenPiece extends Error {}

export function makeReceivePieces(deps: {
  readonly pieces: Pick<PieceStore, 'note' | 'markStored' | 'markPoster' | 'endRun' | 'forget'>;
  readonly blobs: Pick<BlobStore, 'put' | 'remove'>;
}): ReceivePieces {
  const { pieces, blobs } = deps;

  const discard = async (piece: PieceKey): Promise<void> => {
    for (const kind of ['video', 'poster'] as const) await blobs.remove(pieceBlob(piece, kind));
    await pieces.forget(piece);
  };

  /** The incoming bytes, with their checksums. @throws BrokenPiece at its end */
  const checked = (piece: NewPiece, content: Readable) => {
    const whole = createHash('sha256');
    const init = createHash('sha256');
    let bytes = 0;
    async function* through(): AsyncGenerator<Uint8Array> {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        whole.update(chunk);
        if (bytes < piece.initBytes) init.update(chunk.subarray(0, piece.initBytes - bytes));
        bytes += chunk.length;
        yield chunk;
      }
      if (whole.digest('hex') !== piece.sum || bytes <= piece.initBytes) throw new BrokenPiece();
    }
    return { content: through(), initSum: () => init.digest('hex') };
  };

  return {
    async piece(piece, content) {
      const noted = await pieces.note(piece);
      if (noted !== 'new') {
        content.resume();
        return noted === 'known' ? 'taken' : noted;
      }
      const arriving = checked(piece, content);
      try {
        const sizeBytes = await blobs.put(pieceBlob(piece), arriving.content);
        if (await pieces.markStored(piece, { sizeBytes, initSum: arriving.initSum() })) return 'taken';
      } catch (error) {
        if (error instanceof BrokenPiece) return 'broken';
        throw error;
      }
      // Deleted while its piece was on the way: the piece is removed.
      await discard(piece);
      return 'gone';
    },
    async poster(piece, content) {
      const name = pieceBlob(piece, 'poster');
      await blobs.put(name, content);
      if (await pieces.markPoster(piece)) return 'taken';
      await blobs.remove(name);
      return 'gone';
    },
    async end(originId, run) {
      return (await pieces.endRun(originId, run)) ? 'taken' : 'gone';
    },
  };
}
