import { Readable } from 'node:stream';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { RemakePicture } from '../../platform/pictures/index.ts';
import type { PictureStore } from './picture-store.ts';
import { pictureBlob } from './present-message.ts';

const SIDE_MAX = 1_600;
const LOOSE_BATCH = 200;

interface Deps {
  readonly pictures: PictureStore;
  readonly blobs: BlobStore;
  readonly remake: RemakePicture;
}

/** Keeps a picture for one partner until a message takes it. @throws common.file_not_image, common.file_format */
export type KeepPicture = (
  owner: AccountId,
  partner: AccountId,
  content: AsyncIterable<Uint8Array>,
) => Promise<Uuid>;

export const makeKeepPicture =
  ({ pictures, blobs, remake }: Deps): KeepPicture =>
  async (ownerId, partnerId, content) => {
    const { jpeg, width, height } = await remake(content, SIDE_MAX);
    const id = uuidv7();
    await blobs.put(pictureBlob(id), Readable.from([Buffer.from(jpeg)]));
    await pictures.add({ id, ownerId, partnerId, width, height, sizeBytes: jpeg.length });
    return id;
  };

/** Removes pictures that were sent up and never sent on. */
export const makeDropLoosePictures =
  ({ pictures, blobs }: Pick<Deps, 'pictures' | 'blobs'>) =>
  async (): Promise<void> => {
    for (const id of await pictures.takeLoose(LOOSE_BATCH)) await blobs.remove(pictureBlob(id));
  };
