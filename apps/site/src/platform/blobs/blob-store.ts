import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** Files that come or go as a stream. */
export type BlobContent = AsyncIterable<Uint8Array>;

/** A file, or the part of it that a request asks for. */
export interface BlobAnswer {
  /** 200 for the whole, 206 for a part, 416 for a part that does not exist. */
  readonly status: number;
  /** Length, and the range that was served. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined with 416 and for HEAD. */
  readonly content: Readable | undefined;
}

/** Large files by name. A name is made of letters, digits, dashes, dots and slashes. */
export interface BlobStore {
  /** Stores a file whole or not at all, without holding it whole; a repeat replaces it. @returns its bytes */
  put(name: string, content: BlobContent): Promise<number>;
  /** Size in bytes; undefined when there is no such file. */
  sizeOf(name: string): Promise<number | undefined>;
  /** Reads the whole file; the stream fails when there is none. */
  read(name: string): Readable;
  /** Answers GET or HEAD with its Range header; undefined when there is no such file. */
  serve(name: string, request: Pick<IncomingMessage, 'method' | 'headers'>): Promise<BlobAnswer | undefined>;
  /**
   * Gives a file a second name by the storage's own means: no bytes pass through this process. From then on each name
   * is independent. @returns false where there is no such file
   */
  copy(from: string, to: string): Promise<boolean>;
  /**
   * Lends a file as a local read-only one; if stored elsewhere it is fetched into `folder` meanwhile. @throws Error
   * where there is none
   */
  lend<T>(name: string, folder: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Names of all files, unordered; files that come or go meanwhile may be missing. */
  list(): AsyncIterable<string>;
  /** Removes a file; a missing one is no error. */
  remove(name: string): Promise<void>;
}

const NAME = /^[\w-]+(?:[./][\w-]+)*$/;

/** Whether this can be the name of a file; a folder may also contain other things. */
export const isName = (name: string): boolean => NAME.test(name);

/** The name unchanged. @throws Error for an invalid name, such as a way out of the folder */
export function checkedName(name: string): string {
  if (!isName(name)) throw new Error(`not a name of a file: ${name}`);
  return name;
}
