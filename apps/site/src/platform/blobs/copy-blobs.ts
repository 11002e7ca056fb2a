import type { BlobStore } from './blob-store.ts';

/** Files that are on their way at the same time: small ones are mostly waited for. */
const AT_ONCE = 8;

/** Opens a file when its reader is there: a stream that fails before anybody listens would end the process. */
async function* readLate(from: Pick<BlobStore, 'read'>, name: string): AsyncGenerator<Uint8Array> {
  yield* from.read(name);
}

/**
 * Copies all files of one storage to another. Files that vanish meanwhile are skipped; any other failure ends it.
 * @returns the number of files
 */
export async function copyBlobs(
  from: Pick<BlobStore, 'list' | 'read' | 'sizeOf'>,
  to: Pick<BlobStore, 'put'>,
): Promise<number> {
  let files = 0;
  const names = from.list()[Symbol.asyncIterator]();
  const work = async () => {
    for (let next = await names.next(); !next.done; next = await names.next()) {
      const name = next.value;
      try {
        await to.put(name, readLate(from, name));
        files += 1;
      } catch (error) {
        if ((await from.sizeOf(name)) !== undefined) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return files;
}
