import { Readable } from 'node:stream';
import type { BlobRegister } from './blob-register-store.ts';
import type { BlobStore } from './blob-store.ts';

/**
 * The port of files without withheld ones: for users of this port they do not exist, and they are not deleted either,
 * whatever happens to the account or row that named them. The port below still has them.
 */
export function withholdBlobs(
  blobs: BlobStore,
  register: Pick<BlobRegister, 'isWithheld' | 'forget'>,
): BlobStore {
  async function* readUnlessWithheld(name: string): AsyncGenerator<Uint8Array> {
    if (await register.isWithheld(name)) throw new Error(`no such file: ${name}`);
    yield* blobs.read(name) as AsyncIterable<Uint8Array>;
  }
  return {
    put: (name, content) => blobs.put(name, content),
    list: () => blobs.list(),
    sizeOf: async (name) => ((await register.isWithheld(name)) ? undefined : blobs.sizeOf(name)),
    read: (name) => Readable.from(readUnlessWithheld(name), { objectMode: false }),
    serve: async (name, request) =>
      (await register.isWithheld(name)) ? undefined : blobs.serve(name, request),
    copy: async (from, to) => ((await register.isWithheld(from)) ? false : blobs.copy(from, to)),
    async lend(name, folder, use) {
      if (await register.isWithheld(name)) throw new Error(`no such file: ${name}`);
      return blobs.lend(name, folder, use);
    },
    async remove(name) {
      if (await register.isWithheld(name)) return;
      await blobs.remove(name);
      await register.forget(name);
    },
  };
}
