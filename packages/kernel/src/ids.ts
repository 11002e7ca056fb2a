/** Number of a person's account, 1 to 2^53-1. */
export type AccountId = number & { readonly brand: 'AccountId' };
/** UUIDv7 in lower case. */
export type Uuid = string & { readonly brand: 'Uuid' };

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** True for a UUIDv7 in lower case. */
export const isUuidV7 = (text: string): text is Uuid => UUID_V7.test(text);

/** The Unix milliseconds that a UUIDv7 carries. */
export const uuidTimeMs = (id: Uuid): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

const RANDOM_BYTES = 8;
/** Random bytes are drawn for this many ids at once: one request per id costs more than the id. */
const DRAWN = 128;
let drawn = new Uint8Array();
let used = 0;
function drawRandom(): Uint8Array {
  if (used === drawn.length) {
    drawn = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES * DRAWN));
    used = 0;
  }
  used += RANDOM_BYTES;
  return drawn.subarray(used - RANDOM_BYTES, used);
}

let lastMs = 0;
let sequence = 0;

/**
 * A new UUIDv7. Ids of one process sort in the order in which they were made:
 * the 12 bits after the version count within a millisecond (RFC 9562, method 1).
 */
export function uuidv7(nowMs: number = Date.now()): Uuid {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = 0;
  } else {
    sequence += 1;
    if (sequence > 0xfff) {
      lastMs += 1;
      sequence = 0;
    }
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const random = drawRandom();
  random[0] = (random[0]! & 0x3f) | 0x80;
  const tail = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const count = sequence.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail.slice(0, 4)}-${tail.slice(4)}` as Uuid;
}

/** For tests that share a process: ids continue from the next given time, even after a clock that was ahead. */
export function forgetIds(): void {
  lastMs = 0;
  sequence = 0;
}

/** Random text of `bytes` * 8 bits in base64url; 16 bytes or more are unguessable. */
export const randomToken = (bytes = 16): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
