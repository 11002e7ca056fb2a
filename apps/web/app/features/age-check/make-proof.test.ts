import { constants, generateKeyPairSync, privateDecrypt, verify } from 'node:crypto';
import { proofToken } from '@klieg/contract/features/age-check/proof-token';
import { DAY_MS } from '@klieg/kernel/time';
import { expect, test } from 'vitest';
import { makeProof, newestKey, readCode } from './make-proof.ts';
import type { Courier } from './proof-courier.ts';

const line = (id: string, from: number) => ({
  id,
  public_key: '',
  from: new Date(from).toISOString(),
  until: new Date(from + 2 * DAY_MS).toISOString(),
});

test('the key is the newest one that is in force, in whatever order they are listed', () => {
  const now = Date.UTC(2026, 10, 28, 12);
  const keys = [-3, -1, 0, 1].map((days) => line(`k${days}`, Date.UTC(2026, 10, 28 + days)));
  expect(newestKey(keys, now)?.id).toBe('k0');
  expect(newestKey(keys.toReversed(), now)?.id).toBe('k0');
  expect(newestKey(keys.slice(0, 1), now)).toBeUndefined();
});

test('a code is read however it was typed', () => {
  for (const typed of ['ABCD-EFGH-JKMN', 'abcdefghjkmn', ' abcd efgh jkmn ', 'ABCD–EFGH–JKMN'])
    expect(readCode(typed)).toBe('ABCD-EFGH-JKMN');
});

test('the issuer is sent a code and a number, from which nobody can tell the challenge; what comes out is signed', async () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = {
    ...line('today', Date.now() - 1_000),
    public_key: pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
  const sent: Record<string, string>[] = [];
  let status = 200;
  // The issuer on the other side of the frame.
  const courier: Courier = {
    ask(path, form) {
      if (path === '/keys') return Promise.resolve({ status, json: { keys: [key] } });
      sent.push({ ...form });
      const blinded = Buffer.from(form!['blinded']!, 'base64url');
      const answer = privateDecrypt({ key: pair.privateKey, padding: constants.RSA_NO_PADDING }, blinded);
      return Promise.resolve({ status, json: { blind_signature: answer.toString('base64url') } });
    },
    close: () => undefined,
  };
  const asked = { code: 'ABCD-EFGH-JKMN', challenge: 'the-challenge', method: 'id_check' } as const;
  const proof = await makeProof(courier, asked);
  if (typeof proof === 'string') throw new Error(proof);
  expect(Object.keys(sent[0]!)).toEqual(['code', 'key_id', 'blinded']);
  expect(JSON.stringify(sent)).not.toContain(proof.signature.slice(0, 20));
  const options = {
    key: pair.publicKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: 48,
  };
  const token = proofToken(asked.challenge, Buffer.from(proof.prefix, 'base64url'));
  expect(verify('sha384', token, options, Buffer.from(proof.signature, 'base64url'))).toBe(true);
  status = 403;
  expect(await makeProof(courier, asked)).toBe('code');
  status = 503;
  expect(await makeProof(courier, asked)).toBe('away');
});
