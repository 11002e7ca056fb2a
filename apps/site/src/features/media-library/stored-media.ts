import type { StoredFile, StoredFiles } from '../../platform/blobs/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { ItemStore } from './item-store.ts';
import { blobsOf } from './media-files.ts';
import type { Uuid } from '@klieg/kernel';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FILE = new RegExp(`^/files/media/(${UUID})(?:-thumb|-blurred)?\\.(?:jpg|mp4)$`, 'u');
const BLOB = new RegExp(`^media/(${UUID})(?:-thumb|-blurred)?\\.(?:jpg|mp4)$`, 'u');
/** The page of a media. */
const PAGE = /^\/[A-Za-z0-9_-]{3,30}\/(?:media\/[^/]+|pictures|videos)\/(\d{1,15})\/?$/u;

/** Files of media, as a complaint names them: by the address of one, or by the page that shows them. */
export function makeStoredMedia(
  items: Pick<ItemStore, 'findOwner' | 'withhold' | 'listOfMediaWithin'>,
): StoredFiles<'media'> {
  const find = async (within: Transaction, id: string | undefined): Promise<StoredFile | undefined> => {
    const found = id === undefined ? undefined : await items.findOwner(within, id);
    if (id === undefined || !found) return undefined;
    return { ref: id, blobs: blobsOf({ fileId: id as Uuid, typeId: found.type_id }), ownerId: found.owner };
  };
  return {
    kind: 'media',
    async findByPath(within, path) {
      const mediaId = PAGE.exec(path)?.[1];
      if (mediaId !== undefined) {
        const found = await items.listOfMediaWithin(within, Number(mediaId));
        return found.map(({ file, type_id: typeId, owner }) => ({
          ref: file,
          blobs: blobsOf({ fileId: file, typeId }),
          ownerId: owner,
        }));
      }
      const found = await find(within, FILE.exec(path)?.[1]);
      return found ? [found] : [];
    },
    findByBlob: (within, blob) => find(within, BLOB.exec(blob)?.[1]),
    hide: (within, ref) => items.withhold(within, ref, true),
    unhide: async (within, ref) => void (await items.withhold(within, ref, false)),
  };
}
