import { constants, generateKeyPairSync, privateDecrypt, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { blind, type BlindKey, finalize, prepare, readBlindKey } from './blind-signature.ts';
import { rfc9474Vector as vector } from './rfc9474-vector.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (given: Uint8Array) => Buffer.from(given).toString('hex');
const number = (text: string) => BigInt(`0x${text}`);

const rfcKey: BlindKey = {
  modulus: number(vector.modulus),
  exponent: number(vector.exponent),
  size: vector.modulus.length / 2,
};

test('blinding and its end give the bytes of the vector of RFC 9474', async () => {
  const prepared = prepare(bytes(vector.message), bytes(vector.prefix));
  const { message, secret } = await blind(rfcKey, prepared, {
    salt: bytes(vector.salt),
    inverse: number(vector.inverse),
  });
  expect(hex(message)).toBe(vector.blinded);
  expect(hex(finalize(rfcKey, secret, bytes(vector.answer)))).toBe(vector.signature);
});

test('what comes out is an ordinary RSA-PSS signature, for keys whose length is no whole number of bytes, too', async () => {
  for (const modulusLength of [2048, 2049, 2052]) {
    const pair = generateKeyPairSync('rsa', { modulusLength });
    const key = await readBlindKey(pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'));
    const prepared = prepare(new TextEncoder().encode('anything'));
    const { message, secret } = await blind(key, prepared);
    const answer = privateDecrypt({ key: pair.privateKey, padding: constants.RSA_NO_PADDING }, message);
    const signature = finalize(key, secret, answer);
    const options = { key: pair.publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 };
    expect(verify('sha384', prepared, options, signature)).toBe(true);
  }
});

test('the same message is another one to the signer each time', async () => {
  const prepared = prepare(bytes(vector.message), bytes(vector.prefix));
  const seen = await Promise.all(Array.from({ length: 20 }, () => blind(rfcKey, prepared)));
  expect(new Set(seen.map(({ message }) => hex(message))).size).toBe(20);
});

test('an answer that is not signed by the key, or has another length, gives no signature', async () => {
  const { secret } = await blind(rfcKey, prepare(bytes(vector.message)));
  expect(() => finalize(rfcKey, secret, bytes(vector.answer))).toThrow('not signed by this key');
  expect(() => finalize(rfcKey, secret, bytes(vector.answer).subarray(1))).toThrow('another length');
});
