import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { send } from '@fastify/send';
import { randomToken } from '@klieg/kernel';
import { type BlobStore, checkedName, isName } from './blob-store.ts';

/** Names of headers in lower case, values as text. */
const textsOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));

const UNFINISHED = '.unfinished';

/** Names of the files below a folder; one that is not there is empty. */
async function* listFolder(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const name = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/');
    if (entry.isFile() && isName(name) && !name.endsWith(UNFINISHED)) yield name;
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
/** File systems that have no second names: FAT, some that lie on the network. */
const NO_LINKS: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EXDEV'];

/** A hard link where the file system supports it, else a copy. */
async function linkFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!NO_LINKS.includes(codeOf(error))) throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}

/** Files below a folder of this machine. */
export function makeFolderBlobs(folder: string): BlobStore {
  const pathOf = (name: string): string => join(folder, checkedName(name));
  return {
    async put(name, content) {
      const path = pathOf(name);
      // A crash in the middle leaves a file under another name, never half a file under this one.
      const unfinished = `${path}.${randomToken(8)}${UNFINISHED}`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await pipeline(content, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
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
    read: (name) => createReadStream(pathOf(name)),
    async serve(name, { method, headers }) {
      // The library reads nothing else of a request; what it would say of caches is not for these files.
      const asked = Object.assign(new Readable({ read() {} }), {
        method,
        headers: headers.range === undefined ? {} : { range: headers.range },
      });
      const answer = await send(asked, `/${checkedName(name)}`, {
        root: folder,
        cacheControl: false,
        contentType: false,
        etag: false,
        lastModified: false,
        dotfiles: 'deny',
        index: false,
      });
      if (answer.type === 'file')
        return {
          status: answer.statusCode,
          headers: textsOf(answer.headers),
          content: method === 'HEAD' ? undefined : answer.stream,
        };
      if (answer.statusCode !== 416) return undefined;
      const { 'content-range': range = '' } = textsOf(answer.headers);
      return { status: 416, headers: { 'content-range': range }, content: undefined };
    },
    async copy(from, to) {
      const path = pathOf(to);
      const unfinished = `${path}.${randomToken(8)}${UNFINISHED}`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await linkFile(pathOf(from), unfinished);
        // NOTE: for two names of the same file this does nothing, and leaves the unfinished one.
        await rename(unfinished, path);
        return true;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    async lend(name, _folder, use) {
      await access(pathOf(name));
      return use(pathOf(name));
    },
    list: () => listFolder(folder),
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
