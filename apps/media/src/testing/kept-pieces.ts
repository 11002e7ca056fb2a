import type { PieceDoor } from '../recording/piece-door.ts';
import type { PieceContent, PieceName, RunName } from '../recording/spool.ts';

export type KeptPiece = PieceName & PieceContent;

/** Where pieces go in tests: they are kept, and may be refused for a while. */
export function makeKeptPieces() {
  const pieces: KeptPiece[] = [];
  const posters: Buffer[] = [];
  const ended: RunName[] = [];
  let refusals = 0;
  const refuse = (): void => {
    if (refusals <= 0) return;
    refusals -= 1;
    throw new Error('not now');
  };
  const door: PieceDoor = {
    async put(name, content) {
      refuse();
      pieces.push({ ...name, ...content, data: Buffer.from(content.data) });
      return 'taken';
    },
    async putPoster(_name, image) {
      posters.push(image);
      return 'taken';
    },
    async end(run) {
      ended.push(run);
      return 'taken';
    },
  };
  return {
    door,
    pieces,
    posters,
    ended,
    /** So many are refused from now on. */
    refuse: (count: number) => (refusals = count),
    of: (recordingId: string) => pieces.filter((piece) => piece.recordingId === recordingId),
    isEnded: (recordingId: string) => ended.some((run) => run.recordingId === recordingId),
    /** Pieces of one run as one file: a header and all chunks. */
    whole(recordingId: string): Buffer {
      const own = this.of(recordingId).toSorted((one, other) => one.nth - other.nth);
      const header = own[0]!.data.subarray(0, own[0]!.initBytes);
      return Buffer.concat([header, ...own.map(({ data, initBytes }) => data.subarray(initBytes))]);
    },
  };
}
