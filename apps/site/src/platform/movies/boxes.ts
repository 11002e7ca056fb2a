/* Boxes of the ISO base media file format (ISO/IEC 14496-12), read and written. Numbers are big-endian. */

export function u32(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) buffer.writeUInt32BE(value >>> 0, at * 4);
  return buffer;
}

export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const bytes = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([u32(bytes), Buffer.from(type, 'latin1'), ...parts], bytes);
}

/** A box with version and flags. */
export const fullBox = (type: string, version: number, flags: number, ...parts: readonly Buffer[]): Buffer =>
  box(type, u32((version << 24) | flags), ...parts);

export interface Box {
  readonly type: string;
  /** The whole box, header included. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

/** The boxes that follow one another in these bytes. @throws Error where one does not fit */
export function readBoxes(bytes: Buffer): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const isLarge = bytes.readUInt32BE(at) === 1;
    const head = isLarge ? 16 : 8;
    const size = isLarge ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at);
    const end = size === 0 ? bytes.length : at + size;
    if (end < at + head || end > bytes.length) throw new Error('a box does not fit');
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      whole: bytes.subarray(at, end),
      content: bytes.subarray(at + head, end),
    });
    at = end;
  }
  return boxes;
}

export const childOf = (parent: Buffer, type: string): Box | undefined =>
  readBoxes(parent).find((one) => one.type === type);

/** @throws Error where it is not there */
export function requireChild(parent: Buffer, type: string): Box {
  const found = childOf(parent, type);
  if (!found) throw new Error(`no ${type}`);
  return found;
}

/** Bytes of a file; fewer than asked for at its end. */
export type ReadBytes = (from: number, length: number) => Buffer;

/** A movie's index of six hours takes some 20 MB. */
const MOOV_BYTES_MAX = 128 * 2 ** 20;

/** The index of a movie, anywhere in the file. @throws Error where there is none */
export function readMoov(read: ReadBytes, sizeBytes: number): Buffer {
  for (let at = 0; at + 8 <= sizeBytes;) {
    const head = read(at, 16);
    const small = head.readUInt32BE(0);
    const size = small === 1 ? Number(head.readBigUInt64BE(8)) : small === 0 ? sizeBytes - at : small;
    if (size < 8 || at + size > sizeBytes) throw new Error('a box does not fit');
    if (head.toString('latin1', 4, 8) === 'moov') {
      if (size > MOOV_BYTES_MAX) throw new Error('the index is too large');
      return read(at, size).subarray(small === 1 ? 16 : 8);
    }
    at += size;
  }
  throw new Error('no moov');
}
