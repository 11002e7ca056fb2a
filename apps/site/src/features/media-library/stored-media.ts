import type { StoredFile, StoredFiles } from '../../platform/blobs/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { ItemStore } from './item-store.ts';
import { blobsOf } from './media-files.ts';
import type { Uuid } from '@klieg/kernel';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FILE = new RegExp(`^/files/media/(${UUID})(?:-thumb|-blurred|-sheet-\\d{1,3})?\\.(?:jpg|mp4)$`, 'u');
const BLOB = new RegExp(`^media/(${UUID})(?:-thumb|-blurred)?\\.(?:jpg|mp4)$`, 'u');
/** The page of a media. */
const PAGE = /^\/[A-Za-z0-9_-]{3,30}\/(?:media\/[^/]+|pictures|videos)\/(\d{1,15})\/?$/u;

/** Files of media, as a complaint refers to them: by the address of one, or by the page that shows them. */
export function makeStoredMedia(
  items: Pick<ItemStore, 'findOwner' | 'withhold' | 'listOfMediaWithin'>,
  recorded: {
    /** Files of the recording that a file of the library is. */
    listBlobs(within: Transaction, fileId: string): Promise<readonly string[]>;
    /** Withheld or restored, together with its derived files. */
    withhold(within: Transaction, fileId: string, isWithheld: boolean): Promise<void>;
  },
): StoredFiles<'media'> {
  const blobsWith = async (within: Transaction, fileId: Uuid, typeId: 1 | 2): Promise<readonly string[]> => [
    ...blobsOf({ fileId, typeId }),
    ...(await recorded.listBlobs(within, fileId)),
  ];
  const find = async (within: Transaction, id: string | undefined): Promise<StoredFile | undefined> => {
    const found = id === undefined ? undefined : await items.findOwner(within, id);
    if (id === undefined || !found) return undefined;
    return { ref: id, blobs: await blobsWith(within, id as Uuid, found.type_id), ownerId: found.owner };
  };
  return {
    kind: 'media',
    async findByPath(within, path) {
      const mediaId = PAGE.exec(path)?.[1];
      if (mediaId !== undefined) {
        const found = await items.listOfMediaWithin(within, Number(mediaId));
        const files: StoredFile[] = [];
        for (const { file, type_id: typeId, owner } of found)
          files.push({ ref: file, blobs: await blobsWith(within, file, typeId), ownerId: owner });
        return files;
      }
      const found = await find(within, FILE.exec(path)?.[1]);
      return found ? [found] : [];
    },
    findByBlob: (within, blob) => find(within, BLOB.exec(blob)?.[1]),
    async hide(within, ref) {
      await recorded.withhold(within, ref, true);
      return items.withhold(within, ref, true);
    },
    async unhide(within, ref) {
      await recorded.withhold(within, ref, false);
      await items.withhold(within, ref, false);
    },
  };
}
