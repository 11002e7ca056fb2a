import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** From where and with which device somebody went to buy. */
export interface Trace {
  /** Null where it says nothing of a person, such as this machine's own. */
  readonly address: string | null;
  /** The value that the buyer's page made for its device; null where it sent none. */
  readonly device: string | null;
}

/** Seals traces so that the database without the key reveals nothing of them. */
export interface TraceSeal {
  seal(trace: Trace): Buffer;
  /** Undefined where it was sealed by another key, or altered. */
  open(sealed: Buffer): Trace | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** @param key 32 bytes, the same on every node */
export function makeTraceSeal(key: Uint8Array): TraceSeal {
  return {
    seal(trace) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = Buffer.concat([cipher.update(JSON.stringify(trace), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
        decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const text = sealed.subarray(NONCE_BYTES + TAG_BYTES);
        const opened: unknown = JSON.parse(
          Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8'),
        );
        if (typeof opened !== 'object' || opened === null) return undefined;
        const { address, device } = { address: null, device: null, ...opened } as Record<string, unknown>;
        return { address: textOrNull(address), device: textOrNull(device) };
      } catch {
        return undefined;
      }
    },
  };
}
