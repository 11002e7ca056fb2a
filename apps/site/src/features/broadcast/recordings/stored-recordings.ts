import type { Uuid } from '@klieg/kernel';
import type { StoredFile, StoredFiles } from '#site/platform/blobs/index.ts';
import type { Transaction } from '#site/platform/postgres/index.ts';
import type { PieceStore } from '../pieces/piece-store.ts';
import { pieceBlobs } from '../pieces/place-pieces.ts';
import type { RecordingShopDoor } from './recording-shop.ts';
import type { RecordingStore } from '../pieces/recording-store.ts';

const PATH =
  /^\/files\/recordings\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.(?:mp4|jpg)|\/[\w.-]+)$/u;

/** Recordings, as a complaint refers to them: the still of one and its video belong together. */
export function makeStoredRecordings(
  recordings: Pick<RecordingStore, 'find' | 'withhold' | 'listParts'>,
  pieces: Pick<PieceStore, 'list'>,
  shop: RecordingShopDoor,
): StoredFiles<'recording'> {
  /** A recording and its further files, which go the way of the first. */
  const filesOf = async (within: Transaction, id: Uuid): Promise<readonly Uuid[]> => {
    const parts = (await recordings.listParts(id, within)).map((part) => part.id);
    return parts.includes(id) ? parts : [id];
  };
  /** What is sold of it follows. */
  const withhold = async (within: Transaction, ref: string, isWithheld: boolean): Promise<boolean> => {
    await shop.open()?.withhold(within, await filesOf(within, ref as Uuid), isWithheld);
    return recordings.withhold(within, ref, isWithheld);
  };
  const find = async (within: Transaction, id: string | undefined): Promise<StoredFile | undefined> => {
    const found = id === undefined ? undefined : await recordings.find(id as Uuid, within);
    if (!found) return undefined;
    const sold = (await shop.open()?.listBlobs(within, await filesOf(within, found.id))) ?? [];
    const running = pieceBlobs(await pieces.list(found.id, within));
    const blobs = [found.videoBlob, found.posterBlob, ...sold, ...running].filter((blob) => blob !== null);
    return { ref: found.id, blobs, ownerId: found.accountId };
  };
  return {
    kind: 'recording',
    async findByPath(within, path) {
      const found = await find(within, PATH.exec(path)?.[1]);
      return found ? [found] : [];
    },
    // Copies are searched only among pictures: two encodings of a video never have the same bytes.
    findByBlob: () => Promise.resolve(undefined),
    hide: (within, ref) => withhold(within, ref, true),
    unhide: async (within, ref) => void (await withhold(within, ref, false)),
  };
}
