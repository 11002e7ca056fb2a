/** A value of AMF 0. Objects and ECMA arrays are maps, dates are Unix milliseconds. */
export type AmfValue = number | boolean | string | null | undefined | readonly AmfValue[] | AmfMap;
export type AmfMap = ReadonlyMap<string, AmfValue>;

const MARKER = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  ecmaArray: 8,
  objectEnd: 9,
  strictArray: 10,
  date: 11,
  longString: 12,
} as const;

const DEPTH_MAX = 8;
const VALUES_MAX = 512;
const STRING_BYTES_MAX = 4_096;

/** Reads fields one after the other; past the end it reads zeros and `isBroken` turns true. */
function makeFieldReader(bytes: Buffer) {
  let at = 0;
  let isBroken = false;
  const uint = (size: number): number => {
    if (isBroken || size > bytes.length - at) {
      isBroken = true;
      return 0;
    }
    at += size;
    return bytes.readUIntBE(at - size, size);
  };
  return {
    uint,
    double(): number {
      const start = at;
      uint(4);
      uint(4);
      return isBroken ? 0 : bytes.readDoubleBE(start);
    },
    text(length: number): string {
      if (length > STRING_BYTES_MAX || length > bytes.length - at) isBroken = true;
      if (isBroken) return '';
      at += length;
      return bytes.toString('utf8', at - length, at);
    },
    fail(): undefined {
      isBroken = true;
    },
    isBroken: () => isBroken,
    hasMore: () => !isBroken && at < bytes.length,
  };
}

/** The values that fill the bytes; undefined when they are malformed, too deep or too many. Never throws. */
export function decodeAmf0(bytes: Buffer): readonly AmfValue[] | undefined {
  const reader = makeFieldReader(bytes);
  let valueCount = 0;

  const map = (depth: number): AmfMap => {
    const entries = new Map<string, AmfValue>();
    while (!reader.isBroken()) {
      const key = reader.text(reader.uint(2));
      const marker = reader.uint(1);
      if (key === '' && marker === MARKER.objectEnd) break;
      entries.set(key, value(marker, depth));
    }
    return entries;
  };

  const list = (depth: number): readonly AmfValue[] => {
    const count = reader.uint(4);
    const items: AmfValue[] = [];
    while (items.length < count && !reader.isBroken()) items.push(value(reader.uint(1), depth));
    return items;
  };

  const value = (marker: number, depth: number): AmfValue => {
    valueCount += 1;
    if (valueCount > VALUES_MAX || depth > DEPTH_MAX) return reader.fail();
    switch (marker) {
      case MARKER.number:
        return reader.double();
      case MARKER.boolean:
        return reader.uint(1) !== 0;
      case MARKER.string:
        return reader.text(reader.uint(2));
      case MARKER.longString:
        return reader.text(reader.uint(4));
      case MARKER.object:
        return map(depth + 1);
      case MARKER.ecmaArray:
        reader.uint(4);
        return map(depth + 1);
      case MARKER.strictArray:
        return list(depth + 1);
      case MARKER.null:
        return null;
      case MARKER.undefined:
        return undefined;
      case MARKER.date: {
        const atMs = reader.double();
        reader.uint(2);
        return atMs;
      }
      default:
        return reader.fail();
    }
  };

  const values: AmfValue[] = [];
  while (reader.hasMore()) values.push(value(reader.uint(1), 0));
  return reader.isBroken() ? undefined : values;
}

const nameBytes = (text: string): Buffer => {
  const content = Buffer.from(text).subarray(0, 0xffff);
  return Buffer.concat([Buffer.from([content.length >> 8, content.length & 0xff]), content]);
};

const isList = (value: AmfValue): value is readonly AmfValue[] => Array.isArray(value);

function encodeValue(value: AmfValue): Buffer {
  if (value === undefined) return Buffer.from([MARKER.undefined]);
  if (value === null) return Buffer.from([MARKER.null]);
  if (typeof value === 'boolean') return Buffer.from([MARKER.boolean, value ? 1 : 0]);
  if (typeof value === 'string') return Buffer.concat([Buffer.from([MARKER.string]), nameBytes(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (isList(value)) {
    const head = Buffer.from([MARKER.strictArray, 0, 0, 0, 0]);
    head.writeUInt32BE(value.length, 1);
    return Buffer.concat([head, ...value.map(encodeValue)]);
  }
  const entries = [...value].flatMap(([key, item]) => [nameBytes(key), encodeValue(item)]);
  return Buffer.concat([Buffer.from([MARKER.object]), ...entries, Buffer.from([0, 0, MARKER.objectEnd])]);
}

/** Writes values one after the other; maps as objects, strings of at most 65,535 bytes. */
export const encodeAmf0 = (...values: readonly AmfValue[]): Buffer => Buffer.concat(values.map(encodeValue));
