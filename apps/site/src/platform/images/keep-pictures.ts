import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@klieg/kernel';
import type { BlobRegister, BlobStore, PictureDigests } from '../blobs/index.ts';
import { makeRemakeImage, type RemadeImage, type RemakeImage } from './remake-image.ts';

/** A redrawn picture with its digests. */
export interface DrawnPicture extends RemadeImage {
  readonly digests: PictureDigests;
}

/** The one way in of pictures that people send. */
export interface Pictures {
  /**
   * Redraws a picture. @throws common.file_not_image, common.file_format, common.unavailable, and common.file_blocked
   * for one that was removed and may not come back
   */
  draw(content: AsyncIterable<Uint8Array>, sideMax: number): Promise<DrawnPicture>;
  /** Stores it as a file of that name. */
  keep(blob: string, picture: DrawnPicture): Promise<void>;
}

/** The same stream, and the digest of all of it, even if its reader stops early. */
function digested(content: AsyncIterable<Uint8Array>) {
  const chunks = content[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  const next = async () => {
    const one = await chunks.next();
    if (!one.done) hash.update(one.value);
    return one;
  };
  const stop = () => Promise.resolve({ done: true as const, value: undefined });
  return {
    content: { [Symbol.asyncIterator]: () => ({ next, return: stop }) },
    async digest(): Promise<Buffer> {
      for (let one = await next(); !one.done; one = await next());
      return hash.digest();
    },
    end: async () => void (await chunks.return?.()),
  };
}

/** Refuses pictures that are blocked by their received bytes, or by the redrawn picture. */
export function makePictures(deps: {
  readonly register: Pick<BlobRegister, 'isBlocked' | 'addPicture'>;
  readonly blobs: Pick<BlobStore, 'put'>;
  readonly remake?: RemakeImage;
}): Pictures {
  const { register, blobs, remake = makeRemakeImage() } = deps;
  return {
    async draw(content, sideMax) {
      const coming = digested(content);
      try {
        const image = await remake(coming.content, sideMax);
        const digests = {
          source: await coming.digest(),
          drawn: createHash('sha256').update(image.jpeg).digest(),
        };
        if (await register.isBlocked(digests)) throw new AppError('common.file_blocked');
        return { ...image, digests };
      } finally {
        await coming.end();
      }
    },
    async keep(blob, { jpeg, digests }) {
      // Recorded first: somebody who blocks it at this moment then finds it, or its digest is blocked already.
      await register.addPicture(blob, digests);
      await blobs.put(blob, Readable.from([Buffer.from(jpeg)]));
    },
  };
}
