/*
 * Blind signatures by RFC 9474, variant RSABSSA-SHA384-PSS-Randomized, as the person's browser makes them: the signer
 * does not see what it signs, and nobody can later tell which signature it was. Plain BigInt, since the arithmetic
 * takes a hundred lines; the known library brings its own of a hundred kilobytes. Tested against the RFC's vectors.
 */

/** The public half of a signer's key (RSA). */
export interface BlindKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
  /** Length of the modulus in bytes. */
  readonly size: number;
}

/** What is sent to a signer, and what is needed to make a signature from its answer. */
export interface Blinded {
  /** All that the signer sees. */
  readonly message: Uint8Array<ArrayBuffer>;
  /** Never leaves the browser: whoever has it can link the two. */
  readonly secret: { readonly encoded: bigint; readonly inverse: bigint };
}

const HASH_BYTES = 48;
const SALT_BYTES = 48;
/** Random bytes before a message, so that a signer cannot guess what it signs. */
export const PREFIX_BYTES = 32;

const numberOf = (bytes: Uint8Array): bigint =>
  bytes.length === 0
    ? 0n
    : BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`);

function bytesOf(value: bigint, size: number): Uint8Array<ArrayBuffer> {
  const hex = value.toString(16).padStart(2 * size, '0');
  return Uint8Array.from({ length: size }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
}

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const randomBytes = (size: number) => crypto.getRandomValues(new Uint8Array(size));
const sha384 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));

/** Modular exponentiation, as RSA needs it. */
export function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let square = base % modulus, left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** The modular inverse of `value`; undefined where there is none. */
export function inverseOf(value: bigint, modulus: bigint): bigint | undefined {
  let [a, b] = [modulus, value % modulus];
  let [x, y] = [0n, 1n];
  while (b > 0n) {
    const times = a / b;
    [a, b] = [b, a - times * b];
    [x, y] = [y, x - times * y];
  }
  return a === 1n ? ((x % modulus) + modulus) % modulus : undefined;
}

/** MGF1 of RFC 8017: derives as many bytes as wanted from a seed. */
async function maskOf(seed: Uint8Array, size: number): Promise<Uint8Array> {
  const blocks = Array.from({ length: Math.ceil(size / HASH_BYTES) }, (_, index) =>
    sha384(join(seed, bytesOf(BigInt(index), 4))),
  );
  return join(...(await Promise.all(blocks))).subarray(0, size);
}

/** EMSA-PSS of RFC 8017: encodes a message as the number to sign. */
async function encode(
  message: Uint8Array<ArrayBuffer>,
  { modulus }: BlindKey,
  salt: Uint8Array,
): Promise<bigint> {
  const bits = modulus.toString(2).length - 1;
  const size = Math.ceil(bits / 8);
  if (size < HASH_BYTES + SALT_BYTES + 2) throw new Error('This key is too short');
  const hash = await sha384(join(new Uint8Array(8), await sha384(message), salt));
  const data = join(new Uint8Array(size - SALT_BYTES - HASH_BYTES - 2), Uint8Array.of(1), salt);
  const mask = await maskOf(hash, data.length);
  const masked = data.map((byte, index) => byte ^ mask[index]!);
  masked[0]! &= 0xff >> (8 * size - bits);
  return numberOf(join(masked, hash, Uint8Array.of(0xbc)));
}

/** An unpredictable number below the modulus; sixteen extra random bytes keep the distribution even. */
const randomBelow = ({ modulus, size }: BlindKey): bigint =>
  (numberOf(randomBytes(size + 16)) % (modulus - 1n)) + 1n;

/** Bytes of base64 or base64url. @throws where the text is neither */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0)!);

/** Bytes as base64url, as they travel. */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Reads a public key (RSA, base64 of its SPKI form). @throws where it is no such key */
export async function readBlindKey(spki: string): Promise<BlindKey> {
  const algorithm = { name: 'RSA-PSS', hash: 'SHA-384' };
  const key = await crypto.subtle.importKey('spki', fromBase64(spki), algorithm, true, ['verify']);
  const { n, e } = await crypto.subtle.exportKey('jwk', key);
  const modulus = fromBase64(n!);
  return { modulus: numberOf(modulus), exponent: numberOf(fromBase64(e!)), size: modulus.length };
}

/** A message with its random prefix: what is signed, and what is shown with the signature. */
export const prepare = (
  message: Uint8Array,
  prefix: Uint8Array = randomBytes(PREFIX_BYTES),
): Uint8Array<ArrayBuffer> => join(prefix, message);

/**
 * Blinds a prepared message for a signer.
 * @param chosen salt and inverse of the blinding factor from a test vector; otherwise never given
 */
export async function blind(
  key: BlindKey,
  prepared: Uint8Array<ArrayBuffer>,
  chosen?: { readonly salt: Uint8Array; readonly inverse: bigint },
): Promise<Blinded> {
  const encoded = await encode(prepared, key, chosen?.salt ?? randomBytes(SALT_BYTES));
  const inverse = chosen?.inverse ?? randomBelow(key);
  const factor = inverseOf(inverse, key.modulus);
  // Either would be a factor of the key; that does not happen by chance.
  if (factor === undefined || inverseOf(encoded, key.modulus) === undefined)
    throw new Error('This cannot be blinded');
  const message = (encoded * power(factor, key.exponent, key.modulus)) % key.modulus;
  return { message: bytesOf(message, key.size), secret: { encoded, inverse } };
}

/**
 * Makes the signature from the signer's answer.
 * @throws where that is no signature by this key of what was blinded
 */
export function finalize(
  key: BlindKey,
  { encoded, inverse }: Blinded['secret'],
  answer: Uint8Array,
): Uint8Array<ArrayBuffer> {
  if (answer.length !== key.size) throw new Error('The answer has another length than the key');
  const signature = (numberOf(answer) * inverse) % key.modulus;
  if (power(signature, key.exponent, key.modulus) !== encoded)
    throw new Error('The answer is not signed by this key');
  return bytesOf(signature, key.size);
}
