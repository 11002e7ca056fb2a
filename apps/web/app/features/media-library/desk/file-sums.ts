import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** How much is read at once; in between the page can respond. */
const SLICE_BYTES = 2 ** 20;

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

async function sumOf(
  blob: Blob,
  hash: { update(bytes: Uint8Array): unknown; digest(): Uint8Array },
  signal: AbortSignal,
  onRead: (doneBytes: number) => void = () => undefined,
): Promise<Uint8Array> {
  for (let at = 0; at < blob.size; at += SLICE_BYTES) {
    signal.throwIfAborted();
    const slice = blob.slice(at, at + SLICE_BYTES);
    hash.update(await bytesOf(slice));
    onRead(at + slice.size);
    await breathe();
  }
  return hash.digest();
}

/** SHA-256 of a whole file, as the site wants it: small letters of hexadecimal. */
export async function fileSum(
  file: Blob,
  signal: AbortSignal,
  onRead: (doneBytes: number) => void,
): Promise<string> {
  const sum = await sumOf(file, sha256.create(), signal, onRead);
  return [...sum].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** MD5 of a part in base64, for Content-MD5. */
export async function partSum(part: Blob, signal: AbortSignal): Promise<string> {
  return btoa(String.fromCharCode(...(await sumOf(part, md5.create(), signal))));
}
