import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '@klieg/kernel/secrets';

const KEY_BYTES = 32;
const NUMBER_BYTES = 6;
const TIME_BYTES = 4;
const HEAD_BYTES = NUMBER_BYTES + TIME_BYTES;

/** What a sealed key opens: signing a document, or reading its file. */
type Purpose = 'sign' | 'pdf';

/** A key for a new link: 43 letters of base64url. */
export const newDocumentKey = (): string => randomBytes(KEY_BYTES).toString('base64url');
/** Its stored form. */

/**
 * Keys of 43 characters that contain which document they open, for what and until when, sealed, so that none needs
 * storing: a signing key ends when its document is signed.
 */
export function makeDocumentKeys(secret: Uint8Array) {
  const sealOf = (purpose: Purpose, head: Buffer): Buffer =>
    createHmac('sha256', secret)
      .update(`${purpose}:`)
      .update(head)
      .digest()
      .subarray(0, KEY_BYTES - HEAD_BYTES);
  return {
    seal(purpose: Purpose, number: number, untilMs: number): string {
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUIntBE(number, 0, NUMBER_BYTES);
      head.writeUInt32BE(Math.floor(untilMs / 1_000), NUMBER_BYTES);
      return Buffer.concat([head, sealOf(purpose, head)]).toString('base64url');
    },
    /** The number of the document; undefined for a key that is invalid, for something else or expired. */
    open(purpose: Purpose, key: string, nowMs: number): number | undefined {
      const bytes = Buffer.from(key, 'base64url');
      if (bytes.length !== KEY_BYTES) return undefined;
      const head = bytes.subarray(0, HEAD_BYTES);
      if (!isSameSecret(bytes.subarray(HEAD_BYTES), sealOf(purpose, head))) return undefined;
      if (head.readUInt32BE(NUMBER_BYTES) * 1_000 <= nowMs) return undefined;
      return head.readUIntBE(0, NUMBER_BYTES);
    },
  };
}

export type DocumentKeys = ReturnType<typeof makeDocumentKeys>;
