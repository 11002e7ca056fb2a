import { inflateRawSync } from 'node:zlib';

/** Files of a zip by name, read by its directory, as programs do that unpack one. */
export function readZip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('504b0606', 'hex'));
  const count = Number(zip.readBigUInt64LE(end + 32));
  let at = Number(zip.readBigUInt64LE(end + 48));
  const files = new Map<string, Buffer>();
  for (let i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== 0x0201_4b50) throw new Error('not a directory of a zip');
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const large = at + 46 + nameLength + 4;
    const [size, packed, offset] = [0, 8, 16].map((place) => Number(zip.readBigUInt64LE(large + place)));
    const begin = offset! + 30 + zip.readUInt16LE(offset! + 26) + zip.readUInt16LE(offset! + 28);
    const bytes = zip.subarray(begin, begin + packed!);
    const content = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes;
    if (content.length !== size) throw new Error(`${name} has another size`);
    files.set(name, content);
    at += 46 + nameLength + zip.readUInt16LE(at + 30);
  }
  return files;
}
