import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Seals the secrets of authenticator apps, so that the database without the key cannot make codes. */
export interface SecretSeal {
  seal(accountId: number, secret: Uint8Array): Buffer;
  /** @throws where it was sealed by another key or for another account, or altered */
  open(accountId: number, sealed: Buffer): Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param key 32 bytes, the same on every node */
export const makeSecretSeal = (key: Uint8Array): SecretSeal => ({
  seal(accountId, secret) {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(String(accountId)));
    const text = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  },
  open(accountId, sealed) {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(String(accountId)))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  },
});
