import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { areKeys, encryptMessage } from './encrypt-message.ts';
import { makeTestBrowser } from './testing-push-service.ts';

const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

test('a message is encrypted as the example of RFC 8291 says, byte for byte', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
  expect(
    encryptMessage('When I grow up, I want to be a watermelon', keys, { pair, salt }).toString('base64url'),
  ).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('each message has keys of its own, and its browser alone reads it', () => {
  const [browser, other] = [makeTestBrowser(), makeTestBrowser()];
  const one = encryptMessage('{"title":"Ünï"}', browser.keys);
  const two = encryptMessage('{"title":"Ünï"}', browser.keys);
  expect(one.equals(two)).toBe(false);
  expect(browser.read(one)).toEqual({ title: 'Ünï' });
  expect(() => other.read(one)).toThrow();
});

test('what are no keys of a browser is known', () => {
  expect(areKeys(keys)).toBe(true);
  for (const wrong of [
    { ...keys, auth: 'AAAA' },
    { ...keys, p256dh: 'AAAA' },
    { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
  ])
    expect(areKeys(wrong)).toBe(false);
});
