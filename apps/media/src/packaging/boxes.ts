/** Big-endian numbers and ISO base media boxes (ISO/IEC 14496-12) as buffers. */

export const u8 = (...values: number[]): Buffer => Buffer.from(values);

export function u16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => buffer.writeUInt16BE(value & 0xffff, i * 2));
  return buffer;
}

export function u32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => buffer.writeUInt32BE(value >>> 0, i * 4));
  return buffer;
}

/** @param value whole, at most 2^53 */
export function u64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(BigInt(value));
  return buffer;
}

/** A box of the type with the parts as its content. */
export function box(type: string, ...parts: Buffer[]): Buffer {
  const bytes = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([u32(bytes), Buffer.from(type, 'latin1'), ...parts], bytes);
}

/** A box with version and flags. */
export const fullBox = (type: string, version: number, flags: number, ...parts: Buffer[]): Buffer =>
  box(type, u32((version << 24) | flags), ...parts);

/** The unity matrix of movie and track headers. */
export const UNITY_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
