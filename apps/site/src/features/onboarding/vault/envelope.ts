import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** The key of one record, encrypted with a key of the vault. */
export interface WrappedKey {
  /** Which key of the vault that was. */
  readonly keyId: string;
  readonly wrappedKey: Buffer;
}

/**
 * Encrypts each record with a random key of its own, and that key with the vault's key. So the vault's key can be
 * changed without touching any document: only the small keys are encrypted again.
 */
export interface Envelope {
  /** The key that seals now. */
  readonly keyId: string;
  /** A new key for a record. */
  newKey(recordId: string): { readonly dataKey: Buffer; readonly wrapped: WrappedKey };
  /** @throws where the key of the vault is not known, or the sealed key belongs to another record or was altered */
  openKey(recordId: string, wrapped: WrappedKey): Buffer;
  /** The same key, sealed by the vault's key of now. @throws as `openKey` */
  rewrap(recordId: string, wrapped: WrappedKey): WrappedKey;
}

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param place kind of data and record id: data sealed for one place opens at no other */
export function sealBytes(key: Uint8Array, place: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place));
  const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** @throws where it was sealed by another key, for another place, or altered */
export function openBytes(key: Uint8Array, place: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Identifies a key without revealing anything about it. */
const idOf = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex').slice(0, 16);
const placeOf = (recordId: string): string => `${recordId}:key`;

/** @param former keys that sealed before; what they have sealed still opens */
export function makeEnvelope(key: Uint8Array, former: readonly Uint8Array[]): Envelope {
  const keyId = idOf(key);
  const keys = new Map([key, ...former].map((one) => [idOf(one), one]));
  const wrap = (recordId: string, dataKey: Uint8Array): WrappedKey => ({
    keyId,
    wrappedKey: sealBytes(key, placeOf(recordId), dataKey),
  });
  const openKey: Envelope['openKey'] = (recordId, wrapped) => {
    const by = keys.get(wrapped.keyId);
    if (!by) throw new Error(`the vault's key ${wrapped.keyId} is not known`);
    return openBytes(by, placeOf(recordId), wrapped.wrappedKey);
  };
  return {
    keyId,
    newKey(recordId) {
      const dataKey = randomBytes(KEY_BYTES);
      return { dataKey, wrapped: wrap(recordId, dataKey) };
    },
    openKey,
    rewrap: (recordId, wrapped) => wrap(recordId, openKey(recordId, wrapped)),
  };
}
