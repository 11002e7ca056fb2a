import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Pictures } from '../../platform/images/index.ts';
import type { ImageStore } from './image-store.ts';
import { imageBlob } from './present-message.ts';

const SIDE_MAX = 1_600;
const LOOSE_BATCH = 200;

interface Deps {
  readonly images: ImageStore;
  readonly blobs: BlobStore;
  readonly pictures: Pictures;
}

/** Keeps an image for one partner until a message takes it. @throws common.file_not_image, common.file_format, common.file_blocked */
export type KeepImage = (
  owner: AccountId,
  partner: AccountId,
  content: AsyncIterable<Uint8Array>,
) => Promise<Uuid>;

export const makeKeepImage =
  ({ images, pictures }: Pick<Deps, 'images' | 'pictures'>): KeepImage =>
  async (ownerId, partnerId, content) => {
    const picture = await pictures.draw(content, SIDE_MAX);
    const { jpeg, width, height } = picture;
    const id = uuidv7();
    await pictures.keep(imageBlob(id), picture);
    await images.add({ id, ownerId, partnerId, width, height, sizeBytes: jpeg.length });
    return id;
  };

/** Removes images that were sent up and never sent on. */
export const makeDropLooseImages =
  ({ images, blobs }: Pick<Deps, 'images' | 'blobs'>) =>
  async (): Promise<void> => {
    for (const id of await images.takeLoose(LOOSE_BATCH)) await blobs.remove(imageBlob(id));
  };
