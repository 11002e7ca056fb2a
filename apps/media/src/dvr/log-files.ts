import { mkdir, open, type FileHandle, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Where bytes lie: no range reaches over the end of its file. */
export interface ByteRange {
  readonly file: number;
  readonly from: number;
  readonly bytes: number;
}

export type LogFailure = 'disk_full' | 'disk_failed' | 'disk_slow';

/**
 * Files of one log, appended to and read by ranges. A failure ends the log, never the writer: appending neither throws
 * nor waits.
 */
export interface LogFiles {
  /** Position of the next append. */
  readonly end: Omit<ByteRange, 'bytes'>;
  /** Takes bytes; they are on their way to the disk, in order. */
  append(data: Buffer): void;
  /** The next append starts a new file if the current one is full enough. */
  mayRotate(): void;
  /** Resolves when everything that was appended can be read; false: the log has failed or ended. */
  flush(): Promise<boolean>;
  /** Undefined if that no longer exists. */
  read(range: ByteRange): Promise<Buffer | undefined>;
  /** Files below this number are no longer needed. */
  dropBefore(file: number): void;
  /** Ends it and removes all files. A repeat does nothing. */
  close(): Promise<void>;
}

export interface LogFilesOptions {
  /** A folder of its own; it is made, and removed at the end. */
  readonly folder: string;
  /** With less free space than this nothing more is written. */
  readonly freeBytesMin: number;
  readonly onFailed: (reason: LogFailure, error?: unknown) => void;
  readonly fileBytes?: number;
  readonly waitingBytesMax?: number;
  readonly batchBytes?: number;
  /** Opens the files; another one in tests of disks that fail. */
  readonly openFile?: (path: string) => Promise<Pick<FileHandle, 'writev' | 'close'>>;
}

/** Large enough to have few open, small enough to keep little beyond what is wanted. */
const FILE_BYTES = 8 * 1024 * 1024;
/** More than this waits only on a disk that has stopped working. */
const WAITING_BYTES_MAX = 16 * 1024 * 1024;
/** Every write has about the same cost, so small ones are combined. */
const BATCH_BYTES = 256 * 1024;
/** How much is written between two checks of free space. */
const SPACE_CHECK_BYTES = 4 * 1024 * 1024;

/** True if there is no space left. */
export const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');

const openAppended = (path: string): Promise<FileHandle> => open(path, 'ax', 0o600);

/** Reads a range of a file; undefined if it does not exist or is shorter. */
async function readRange(path: string, from: number, bytes: number): Promise<Buffer | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'r');
    const data = Buffer.allocUnsafeSlow(bytes);
    let at = 0;
    while (at < bytes) {
      const { bytesRead } = await handle.read(data, at, bytes - at, from + at);
      if (bytesRead === 0) return undefined;
      at += bytesRead;
    }
    return data;
  } catch {
    return undefined;
  } finally {
    await handle?.close().catch(() => undefined);
  }
}

export function makeLogFiles(options: LogFilesOptions): LogFiles {
  const { folder, freeBytesMin } = options;
  const fileBytes = options.fileBytes ?? FILE_BYTES;
  const waitingBytesMax = options.waitingBytesMax ?? WAITING_BYTES_MAX;
  const batchBytes = options.batchBytes ?? BATCH_BYTES;
  const openFile = options.openFile ?? openAppended;
  const pathOf = (file: number): string => join(folder, `${file}.chunks`);
  /** Not yet on disk, in order. */
  let queue: { readonly file: number; readonly data: Buffer }[] = [];
  let waitingBytes = 0;
  let end = { file: 0, from: 0 };
  let dropped = 0;
  let handle: Pick<FileHandle, 'writev' | 'close'> | undefined;
  let openedFile: number | undefined;
  let uncheckedBytes = Infinity;
  let isOver = false;
  let writing: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  const fail = (reason: LogFailure, error?: unknown): void => {
    if (isOver) return;
    void close();
    options.onFailed(reason, error);
  };

  const checkSpace = async (): Promise<void> => {
    uncheckedBytes = 0;
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < freeBytesMin) fail('disk_full');
  };

  const fileFor = async (file: number): Promise<Pick<FileHandle, 'writev' | 'close'>> => {
    if (handle && openedFile === file) return handle;
    await handle?.close();
    handle = undefined;
    if (openedFile === undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
    openedFile = file;
    handle = await openFile(pathOf(file));
    return handle;
  };

  /** Writes what waits for one file. */
  const writeSome = async (): Promise<void> => {
    const { file } = queue[0]!;
    const count = queue.findIndex((one) => one.file !== file);
    const batch = queue.splice(0, count < 0 ? queue.length : count).map(({ data }) => data);
    const bytes = batch.reduce((sum, { length }) => sum + length, 0);
    const to = await fileFor(file);
    if (uncheckedBytes >= SPACE_CHECK_BYTES) await checkSpace();
    if (isOver) return;
    const { bytesWritten } = await to.writev(batch);
    // A disk that accepts only a part is full.
    if (bytesWritten < bytes) return fail('disk_full');
    uncheckedBytes += bytes;
    waitingBytes -= bytes;
  };

  const writeAll = async (): Promise<void> => {
    try {
      while (queue.length > 0 && !isOver) await writeSome();
    } catch (error) {
      fail(isFull(error) ? 'disk_full' : 'disk_failed', error);
    } finally {
      writing = undefined;
    }
  };

  const startWriting = (): Promise<void> => (writing ??= writeAll());

  function close(): Promise<void> {
    isOver = true;
    queue = [];
    closing ??= (async () => {
      // A running write is awaited: otherwise it would create a file in a removed folder.
      await writing;
      await handle?.close().catch(() => undefined);
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    })();
    return closing;
  }

  return {
    get end() {
      return end;
    },
    append(data) {
      if (isOver) return;
      queue.push({ file: end.file, data });
      waitingBytes += data.length;
      end = { file: end.file, from: end.from + data.length };
      if (waitingBytes > waitingBytesMax) fail('disk_slow');
      else if (waitingBytes >= batchBytes) void startWriting();
    },
    mayRotate() {
      if (end.from >= fileBytes) end = { file: end.file + 1, from: 0 };
    },
    async flush() {
      while (queue.length > 0 || writing) {
        if (isOver) return false;
        await startWriting();
      }
      return !isOver;
    },
    async read({ file, from, bytes }) {
      return isOver ? undefined : readRange(pathOf(file), from, bytes);
    },
    dropBefore(file) {
      for (; dropped < file && !isOver; dropped++)
        void rm(pathOf(dropped), { force: true }).catch(() => undefined);
    },
    close,
  };
}
