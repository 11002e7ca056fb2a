import type { AccountId, Uuid } from '@klieg/kernel';
import type { RecordingStore } from './recording-store.ts';
import type { PieceStore } from './piece-store.ts';
import { growingList, type Piece, type PlacedPiece, placePieces } from './place-pieces.ts';

/**
 * A recording that is not a file yet, as far as it is written: only for its owner, who is checked with each request.
 */
export interface PlayRunning {
  /** A list that grows, as HLS has it; undefined for everybody else, and where nothing is there. */
  playlist(accountId: AccountId, id: Uuid): Promise<string | undefined>;
  /** Bytes of a piece: those of its header, or those of its chunks. */
  part(
    accountId: AccountId,
    id: Uuid,
    file: string,
  ): Promise<{ readonly piece: Piece; readonly from: number; readonly length: number } | undefined>;
}

const FILE = /^(\d{1,15})-(\d{1,6})\.(init\.mp4|m4s)$/;
/** Of a list that grows it may not change (RFC 8216bis, 6.2.1), so it is what a recorder lets a piece last at most. */
const TARGET_SECONDS = 60;

const SECONDS_DIGITS = 5;

function writeEntry(piece: PlacedPiece, before: PlacedPiece | undefined): string[] {
  const name = `${piece.run}-${piece.nth}`;
  const isOther = before?.initSum !== piece.initSum;
  // Each run has a clock of its own.
  const isBreak =
    before !== undefined && (isOther || before.run !== piece.run || before.nth + 1 !== piece.nth);
  return [
    ...(isBreak ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(isOther ? [`#EXT-X-MAP:URI="${name}.init.mp4"`] : []),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(piece.startedMs).toISOString()}`,
    `#EXTINF:${(piece.durationMs / 1000).toFixed(SECONDS_DIGITS)},`,
    `${name}.m4s`,
  ];
}

/** @param isOver nothing more will come */
export function writeGrowingPlaylist(pieces: readonly PlacedPiece[], isOver: boolean): string {
  const longest = Math.max(TARGET_SECONDS, ...pieces.map(({ durationMs }) => durationMs / 1000));
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(longest)}`,
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-MEDIA-SEQUENCE:0',
    ...pieces.flatMap((piece, at) => writeEntry(piece, pieces[at - 1])),
    ...(isOver ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}

export function makePlayRunning(deps: {
  readonly recordings: Pick<RecordingStore, 'find'>;
  readonly pieces: Pick<PieceStore, 'list' | 'isRunning'>;
}): PlayRunning {
  const open = async (accountId: AccountId, id: Uuid) => {
    const found = await deps.recordings.find(id);
    const isOpen = found?.state === 'recording' || found?.state === 'processing';
    return isOpen && found.accountId === accountId && !found.isWithheld ? found : undefined;
  };
  return {
    async playlist(accountId, id) {
      const found = await open(accountId, id);
      if (!found) return undefined;
      // Before the pieces are read: what ends afterwards is seen by the next request.
      const isOver = found.state === 'processing' && !(await deps.pieces.isRunning(id));
      const pieces = growingList(placePieces(await deps.pieces.list(id)));
      return pieces.length > 0 ? writeGrowingPlaylist(pieces, isOver) : undefined;
    },
    async part(accountId, id, file) {
      const [, run, nth, kind] = FILE.exec(file) ?? [];
      if (!kind || !(await open(accountId, id))) return undefined;
      const pieces = await deps.pieces.list(id);
      const piece = pieces.find((one) => one.run === Number(run) && one.nth === Number(nth));
      if (!piece) return undefined;
      return kind === 'init.mp4'
        ? { piece, from: 0, length: piece.initBytes }
        : { piece, from: piece.initBytes, length: piece.sizeBytes - piece.initBytes };
    },
  };
}
