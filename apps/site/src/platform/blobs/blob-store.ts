import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomToken } from '@klieg/kernel';

/** Large files by name. A name is made of letters, digits, dashes, dots and slashes. */
export interface BlobStore {
  /** Stores a file whole or not at all; a repeat replaces it. @returns its size in bytes */
  put(name: string, content: Readable): Promise<number>;
  /** Size in bytes; undefined when there is no such file. */
  sizeOf(name: string): Promise<number | undefined>;
  /** Reads from `start` to `end`, both inclusive. */
  read(name: string, range?: { readonly start: number; readonly end: number }): Readable;
  /** Removes a file; one that is not there is no error. */
  remove(name: string): Promise<void>;
}

const NAME = /^[\w-]+(?:[./][\w-]+)*$/;

/** Files below a folder of this machine. */
export function makeFileBlobStore(folder: string): BlobStore {
  const pathOf = (name: string): string => {
    if (!NAME.test(name)) throw new Error(`not a name of a file: ${name}`);
    return join(folder, name);
  };
  return {
    async put(name, content) {
      const path = pathOf(name);
      // A crash in the middle leaves a file under another name, never half a file under this one.
      const unfinished = `${path}.${randomToken(8)}.unfinished`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await pipeline(content, createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }));
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      return (await stat(path)).size;
    },
    async sizeOf(name) {
      const found = await stat(pathOf(name)).catch(() => undefined);
      return found?.size;
    },
    read: (name, range) => createReadStream(pathOf(name), range),
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
