import type { StoredFile, StoredFiles } from '../../platform/blobs/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { ImageStore } from './image-store.ts';
import { imageBlob } from './present-message.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PATH = new RegExp(`^/files/pm/(${UUID})-\\d{1,4}x\\d{1,4}\\.jpg$`, 'u');
const BLOB = new RegExp(`^pm/(${UUID})\\.jpg$`, 'u');

/** Pictures of messages, as a complaint names them. */
export function makeStoredMessagePictures(
  images: Pick<ImageStore, 'findOwner' | 'withhold'>,
): StoredFiles<'message_picture'> {
  const find = async (within: Transaction, id: string | undefined): Promise<StoredFile | undefined> => {
    const ownerId = id === undefined ? undefined : await images.findOwner(within, id);
    return id === undefined || ownerId === undefined
      ? undefined
      : { ref: id, blobs: [imageBlob(id)], ownerId };
  };
  return {
    kind: 'message_picture',
    async findByPath(within, path) {
      const found = await find(within, PATH.exec(path)?.[1]);
      return found ? [found] : [];
    },
    findByBlob: (within, blob) => find(within, BLOB.exec(blob)?.[1]),
    hide: (within, ref) => images.withhold(within, ref, true),
    unhide: async (within, ref) => void (await images.withhold(within, ref, false)),
  };
}
