import type { ImageJob } from './image-messages.ts';

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, i) => bytes[at + i] === byte);

/** The real format of a file by its first bytes, whatever its name; `other` is an image of another kind. */
export function imageFormat(bytes: Uint8Array): ImageJob['codec'] | 'other' | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, [0x47, 0x49, 0x46, 0x38])) return 'gif';
  if (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8))
    return 'webp';
  // BMP, TIFF, and the boxes of HEIC and AVIF.
  const isOther =
    startsWith(bytes, [0x42, 0x4d]) ||
    startsWith(bytes, [0x49, 0x49, 0x2a, 0]) ||
    startsWith(bytes, [0x4d, 0x4d, 0, 0x2a]) ||
    startsWith(bytes, [0x66, 0x74, 0x79, 0x70], 4);
  return isOther ? 'other' : undefined;
}

const ORIENTATION_TAG = 0x0112;

function orientationOfTiff(tiff: DataView): number {
  const isLittle = tiff.getUint16(0) === 0x4949;
  const table = tiff.getUint32(4, isLittle);
  const count = Math.min(tiff.getUint16(table, isLittle), 200);
  for (let i = 0; i < count; i++) {
    const entry = table + 2 + i * 12;
    if (tiff.getUint16(entry, isLittle) === ORIENTATION_TAG) return tiff.getUint16(entry + 8, isLittle);
  }
  return 1;
}

/** How a JPEG wants to be turned; 1 where it does not say, or says nonsense. */
export function jpegOrientation(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    for (let at = 2; view.getUint8(at) === 0xff && view.getUint8(at + 1) !== 0xda;) {
      const size = view.getUint16(at + 2);
      if (view.getUint8(at + 1) === 0xe1 && view.getUint32(at + 4) === 0x45786966)
        return orientationOfTiff(new DataView(bytes.buffer, bytes.byteOffset + at + 10, size - 8));
      at += 2 + size;
    }
  } catch {
    // A file that ends too early says nothing.
  }
  return 1;
}
