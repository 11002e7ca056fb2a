import { open, readFile, rename, rm } from 'node:fs/promises';

/** A clip that is published again and again. */
export interface Loop {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** H.264 access units with start codes, at even distances; the first is a keyframe. */
  readonly pictures: readonly Buffer[];
  /** Opus packets of equal length that together last as long as the pictures. */
  readonly sounds: readonly Buffer[];
}

interface Header {
  readonly version: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  readonly pictureBytes: readonly number[];
  readonly soundBytes: readonly number[];
}

const MAGIC = Buffer.from('KLGLOOP1');
const VERSION = 1;

/** Writes the loop so that the file is there as a whole or not at all. */
export async function writeLoop(path: string, loop: Loop): Promise<void> {
  const { width, height, durationMs, pictures, sounds } = loop;
  const header: Header = {
    version: VERSION,
    width,
    height,
    durationMs,
    pictureBytes: pictures.map((picture) => picture.length),
    soundBytes: sounds.map((sound) => sound.length),
  };
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  const temporary = `${path}.${process.pid}.part`;
  try {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(Buffer.concat([MAGIC, length, text, ...pictures, ...sounds]));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (err) {
    await rm(temporary, { force: true });
    throw err;
  }
}

function isHeader(value: unknown): value is Header {
  const header = value as Partial<Header> | null;
  return (
    header?.version === VERSION &&
    [header.width, header.height, header.durationMs].every((number) => Number(number) > 0) &&
    [header.pictureBytes, header.soundBytes].every(
      (list) => Array.isArray(list) && list.every((bytes) => Number.isSafeInteger(bytes) && bytes >= 0),
    ) &&
    (header.pictureBytes?.length ?? 0) > 0
  );
}

function parseHeader(file: Buffer): { readonly header: Header; readonly start: number } | undefined {
  if (file.length < MAGIC.length + 4 || !file.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const start = MAGIC.length + 4 + file.readUInt32BE(MAGIC.length);
  if (start > file.length) return undefined;
  try {
    const header: unknown = JSON.parse(file.toString('utf8', MAGIC.length + 4, start));
    return isHeader(header) ? { header, start } : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a loop; undefined when there is no file or it is of another format. */
export async function readLoop(path: string): Promise<Loop | undefined> {
  const file = await readFile(path).catch(() => undefined);
  const parsed = file && parseHeader(file);
  if (!file || !parsed) return undefined;
  const { header } = parsed;
  let offset = parsed.start;
  const take = (bytes: number): Buffer => {
    offset += bytes;
    return file.subarray(offset - bytes, offset);
  };
  const pictures = header.pictureBytes.map(take);
  const sounds = header.soundBytes.map(take);
  if (offset !== file.length) return undefined;
  const { width, height, durationMs } = header;
  return { width, height, durationMs, pictures, sounds };
}
