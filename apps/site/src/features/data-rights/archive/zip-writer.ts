import { createHash, type Hash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/*
 * A zip file that is written as a stream (APPNOTE 6.3.10): sizes and checksum follow each file, and are in the
 * directory at the end. Always in the form for large files, so that a recording may have any size.
 */

/** A file's entry in a zip. */
export interface ZipFile {
  readonly name: string;
  readonly crc: number;
  readonly sizeBytes: number;
  readonly packedBytes: number;
  readonly isPacked: boolean;
  readonly sha256: string;
  /** From the beginning of the piece that it was written in. */
  readonly offset: number;
}

export interface FileToZip {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** Films and pictures are packed already. */
  readonly isPacked: boolean;
}

const STORED = 0;
const DEFLATED = 8;
/** Version 4.5: sizes of 64 bits. */
const NEEDS = 45;
/** Sizes follow the file; its name is UTF-8. */
const FLAGS = 0x0808;
const ALL_ONES = 0xffff_ffff;
const DOS_EPOCH_YEAR = 1980;

/** Date and time as zip keeps them: two words, in steps of two seconds. */
function dosTime(at: Date): number {
  const date =
    ((at.getUTCFullYear() - DOS_EPOCH_YEAR) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}

function localHeader(name: Buffer, isPacked: boolean, at: Date): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(NEEDS, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(isPacked ? DEFLATED : STORED, 8);
  head.writeUInt32LE(dosTime(at), 10);
  head.writeUInt32LE(ALL_ONES, 18);
  head.writeUInt32LE(ALL_ONES, 22);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(20, 28);
  const large = Buffer.alloc(20);
  large.writeUInt16LE(1, 0);
  large.writeUInt16LE(16, 2);
  return Buffer.concat([head, name, large]);
}

function sizesAfter(crc: number, packedBytes: number, sizeBytes: number): Buffer {
  const after = Buffer.alloc(24);
  after.writeUInt32LE(0x0807_4b50, 0);
  after.writeUInt32LE(crc, 4);
  after.writeBigUInt64LE(BigInt(packedBytes), 8);
  after.writeBigUInt64LE(BigInt(sizeBytes), 16);
  return after;
}

/** Content as it passes: counted, and both checksums taken. */
async function* measured(
  content: AsyncIterable<Uint8Array>,
  seen: { crc: number; sizeBytes: number; readonly sha: Hash },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    seen.crc = crc32(chunk, seen.crc);
    seen.sizeBytes += chunk.length;
    seen.sha.update(chunk);
    yield chunk;
  }
}

/** Bytes of several files in sequence, read on demand. `onFile` is told about each in order. */
export async function* writeFiles(
  files: AsyncIterable<FileToZip>,
  at: Date,
  onFile: (file: ZipFile) => void,
): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for await (const { name, content, isPacked: isPackedAlready } of files) {
    const isPacked = !isPackedAlready;
    const head = localHeader(Buffer.from(name), isPacked, at);
    yield head;
    const seen = { crc: 0, sizeBytes: 0, sha: createHash('sha256') };
    let packedBytes = 0;
    const plain = measured(content, seen);
    // An error of the source also fails its reader.
    const packed = isPacked ? pipeline(plain, createDeflateRaw(), () => undefined) : plain;
    for await (const chunk of packed as AsyncIterable<Uint8Array>) {
      packedBytes += chunk.length;
      yield chunk;
    }
    const after = sizesAfter(seen.crc, packedBytes, seen.sizeBytes);
    yield after;
    const { crc, sizeBytes, sha } = seen;
    onFile({ name, crc, sizeBytes, packedBytes, isPacked, sha256: sha.digest('hex'), offset });
    offset += head.length + packedBytes + after.length;
  }
}

function directoryEntry(file: ZipFile, at: Date): Buffer {
  const name = Buffer.from(file.name);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x0201_4b50, 0);
  head.writeUInt16LE(NEEDS, 4);
  head.writeUInt16LE(NEEDS, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt16LE(file.isPacked ? DEFLATED : STORED, 10);
  head.writeUInt32LE(dosTime(at), 12);
  head.writeUInt32LE(file.crc, 16);
  head.writeUInt32LE(ALL_ONES, 20);
  head.writeUInt32LE(ALL_ONES, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(28, 30);
  head.writeUInt32LE(ALL_ONES, 42);
  const large = Buffer.alloc(28);
  large.writeUInt16LE(1, 0);
  large.writeUInt16LE(24, 2);
  large.writeBigUInt64LE(BigInt(file.sizeBytes), 4);
  large.writeBigUInt64LE(BigInt(file.packedBytes), 12);
  large.writeBigUInt64LE(BigInt(file.offset), 20);
  return Buffer.concat([head, name, large]);
}

/** The end of a zip. @param files with offsets from the beginning of the whole @param from where this begins */
export function writeDirectory(files: readonly ZipFile[], from: number, at: Date): Buffer {
  const entries = Buffer.concat(files.map((file) => directoryEntry(file, at)));
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x0606_4b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(NEEDS, 12);
  end.writeUInt16LE(NEEDS, 14);
  end.writeBigUInt64LE(BigInt(files.length), 24);
  end.writeBigUInt64LE(BigInt(files.length), 32);
  end.writeBigUInt64LE(BigInt(entries.length), 40);
  end.writeBigUInt64LE(BigInt(from), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(from + entries.length), 8);
  locator.writeUInt32LE(1, 16);
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(0x0605_4b50, 0);
  tail.writeUInt16LE(0xffff, 8);
  tail.writeUInt16LE(0xffff, 10);
  tail.writeUInt32LE(ALL_ONES, 12);
  tail.writeUInt32LE(ALL_ONES, 16);
  return Buffer.concat([entries, end, locator, tail]);
}
