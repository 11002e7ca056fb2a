import { randomOf } from '@klieg/testing/random';
import { howMany } from '@klieg/testing/run-length';
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeNonceSum } from './nonce-sum.ts';

const LENGTH = 24;

test('the sum of a text with a nonce at its places is that of the whole text, wherever the places are', () => {
  const random = randomOf(5);
  for (let run = 0; run < howMany(100, 2_000); run++) {
    const parts = Array.from({ length: random(6) }, () => randomBytes(random(3) === 0 ? 0 : random(3_000)));
    const mark = Buffer.from('m'.repeat(LENGTH));
    const text = Buffer.concat(parts.flatMap((part) => [part, mark]).slice(0, random(2) ? undefined : -1));
    const places: number[] = [];
    let at = 0;
    for (const part of parts) {
      at += part.length;
      if (at + LENGTH <= text.length) places.push(at);
      at += LENGTH;
    }
    const sumOf = makeNonceSum(text, places, LENGTH);
    for (let n = 0; n < 3; n++) {
      const nonce = randomBytes(18).toString('base64url');
      const whole = Buffer.from(text);
      for (const place of places) whole.write(nonce, place, 'latin1');
      expect(sumOf(nonce)).toBe(crc32(whole));
    }
  }
});
