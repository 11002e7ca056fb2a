import type { Uuid } from '@klieg/kernel';
import type { StoredFile, StoredFiles } from '../../platform/blobs/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { RecordingStore } from './recording-store.ts';

const PATH = /^\/files\/recordings\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:mp4|jpg)$/u;

/** Recordings, as a complaint names them: the picture before one and its video are one thing. */
export function makeStoredRecordings(
  recordings: Pick<RecordingStore, 'find' | 'withhold'>,
): StoredFiles<'recording'> {
  const find = async (within: Transaction, id: string | undefined): Promise<StoredFile | undefined> => {
    const found = id === undefined ? undefined : await recordings.find(id as Uuid, within);
    if (!found) return undefined;
    const blobs = [found.videoBlob, found.posterBlob].filter((blob) => blob !== null);
    return { ref: found.id, blobs, ownerId: found.accountId };
  };
  return {
    kind: 'recording',
    async findByPath(within, path) {
      const found = await find(within, PATH.exec(path)?.[1]);
      return found ? [found] : [];
    },
    // Copies are looked for among pictures alone: no two encodings of a video have the same bytes.
    findByBlob: () => Promise.resolve(undefined),
    hide: (within, ref) => recordings.withhold(within, ref, true),
    unhide: async (within, ref) => void (await recordings.withhold(within, ref, false)),
  };
}
