import { createCipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto';

/** The keys of a browser that is subscribed, as it gave them. */
export interface BrowserKeys {
  readonly p256dh: string;
  readonly auth: string;
}

const RECORD_BYTES = 4_096;
const SALT_BYTES = 16;

const hmac = (key: Uint8Array, data: Uint8Array): Buffer => createHmac('sha256', key).update(data).digest();
/** HKDF with one block, as all keys here have at most 32 bytes. */
const expand = (key: Uint8Array, info: Uint8Array, bytes: number): Buffer =>
  hmac(key, Buffer.concat([info, Buffer.from([1])])).subarray(0, bytes);

/**
 * A point in uncompressed form, 65 bytes that begin with this one; a shorter form would give another key at the
 * browser.
 */
const WHOLE_POINT = { first: 4, bytes: 65 };

/** Whether these can be the keys of a browser: a point of the curve, and 16 bytes. */
export function areKeys({ p256dh, auth }: BrowserKeys): boolean {
  try {
    const own = createECDH('prime256v1');
    own.generateKeys();
    const point = Buffer.from(p256dh, 'base64url');
    own.computeSecret(point);
    if (point.length !== WHOLE_POINT.bytes || point[0] !== WHOLE_POINT.first) return false;
    return Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

/**
 * A message that only the browser can read (RFC 8291, aes128gcm of RFC 8188): one record.
 * @param given key pair and salt; for tests, otherwise random
 */
export function encryptMessage(
  text: string,
  keys: BrowserKeys,
  given: { readonly pair?: ECDH; readonly salt?: Uint8Array } = {},
): Buffer {
  const pair = given.pair ?? createECDH('prime256v1');
  if (!given.pair) pair.generateKeys();
  const salt = given.salt ?? randomBytes(SALT_BYTES);
  const theirs = Buffer.from(keys.p256dh, 'base64url');
  const ours = pair.getPublicKey();
  const shared = hmac(Buffer.from(keys.auth, 'base64url'), pair.computeSecret(theirs));
  const secret = expand(shared, Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]), 32);
  const pseudo = hmac(salt, secret);
  const key = expand(pseudo, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = expand(pseudo, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The delimiter of the last record.
  const plain = Buffer.concat([Buffer.from(text), Buffer.from([2])]);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const size = Buffer.alloc(5);
  size.writeUInt32BE(RECORD_BYTES);
  size.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, size, ours, sealed]);
}
