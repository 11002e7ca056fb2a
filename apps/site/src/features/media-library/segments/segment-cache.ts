import { text } from 'node:stream/consumers';
import type { BlobStore } from '#site/platform/blobs/index.ts';
import type { SegmentIndex } from './segment-index.ts';

/** That of six hours takes a megabyte. */
const KEPT = 32;

/** How files are cut. It never changes, so those that were asked for last are kept. */
export function makeSegmentCache(blobs: Pick<BlobStore, 'read' | 'sizeOf'>) {
  const kept = new Map<string, Promise<SegmentIndex | undefined>>();
  const read = async (blob: string): Promise<SegmentIndex | undefined> =>
    (await blobs.sizeOf(blob)) === undefined
      ? undefined
      : (JSON.parse(await text(blobs.read(blob))) as SegmentIndex);

  return {
    /** @returns undefined if there is no such file */
    async find(blob: string): Promise<SegmentIndex | undefined> {
      const known = kept.get(blob) ?? read(blob);
      kept.delete(blob);
      kept.set(blob, known);
      for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
      try {
        const index = await known;
        if (!index) kept.delete(blob);
        return index;
      } catch (error) {
        kept.delete(blob);
        throw error;
      }
    },
  };
}
