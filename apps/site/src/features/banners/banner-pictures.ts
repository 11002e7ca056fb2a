import { uuidv7 } from '@klieg/kernel';
import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Pictures } from '../../platform/images/index.ts';
import type { BannerStore } from './banner-store.ts';

/** Twice the widest that pages draw. */
const SIDE_MAX = 2_400;
const LOOSE_BATCH = 100;
const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jpg$/;

const blobOf = (id: string): string => `banners/${id}.jpg`;

interface Deps {
  readonly store: Pick<BannerStore, 'addPicture' | 'takeLoosePictures'>;
  readonly blobs: BlobStore;
}

/**
 * Stores a picture, redrawn. @returns its address. @throws common.file_not_image, common.file_format,
 * common.file_blocked
 */
export const makeKeepPicture =
  ({ store, pictures }: Pick<Deps, 'store'> & { readonly pictures: Pictures }) =>
  async (content: AsyncIterable<Uint8Array>): Promise<string> => {
    const picture = await pictures.draw(content, SIDE_MAX);
    const id = uuidv7();
    await pictures.keep(blobOf(id), picture);
    await store.addPicture(id);
    return `/files/banners/${id}.jpg`;
  };

/** Removes pictures that were sent up and are shown nowhere. */
export const makeDropLoosePictures =
  ({ store, blobs }: Deps) =>
  async (): Promise<void> => {
    for (const id of await store.takeLoosePictures(LOOSE_BATCH)) await blobs.remove(blobOf(id));
  };

/** GET of the pictures, by everybody: they are on public pages. */
export function serveBannerPictures(app: FastifyInstance, blobs: BlobStore): void {
  app.get<{ Params: { file: string } }>('/files/banners/:file', async (request, reply) => {
    const id = FILE.exec(request.params.file)?.[1];
    const answer = id && (await blobs.serve(blobOf(id), request.raw));
    if (!answer) return reply.status(404).header('cache-control', 'no-store').send();
    return reply
      .status(answer.status)
      .headers(answer.headers)
      .type('image/jpeg')
      .header('cache-control', 'public, max-age=604800, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'")
      .send(answer.content);
  });
}
