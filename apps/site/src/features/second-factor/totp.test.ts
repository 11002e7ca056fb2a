import { describe, expect, test } from 'vitest';
import { base32, findStep, hotp, otpauthUrl, stepOf } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('one-time codes', () => {
  test('are those of RFC 4226, appendix D', () => {
    const codes = Array.from({ length: 10 }, (_, counter) => hotp(SECRET, counter));
    expect(codes).toEqual([
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ]);
  });

  test.each([
    [59, '94287082', '46119246', '90693936'],
    [1_111_111_109, '07081804', '68084774', '25091201'],
    [1_111_111_111, '14050471', '67062674', '99943326'],
    [1_234_567_890, '89005924', '91819424', '93441116'],
    [2_000_000_000, '69279037', '90698825', '38618901'],
    [20_000_000_000, '65353130', '77737706', '47863826'],
  ])('are those of RFC 6238, appendix B, at second %i', (second, sha1, sha256, sha512) => {
    const step = stepOf(second * 1_000);
    const seed = (length: number) => Buffer.from('1234567890'.repeat(7).slice(0, length));
    expect(hotp(seed(20), step, { digits: 8 })).toBe(sha1);
    expect(hotp(seed(32), step, { digits: 8, hash: 'sha256' })).toBe(sha256);
    expect(hotp(seed(64), step, { digits: 8, hash: 'sha512' })).toBe(sha512);
  });

  test('are taken from one period before until one after, and from no other', () => {
    const now = 1_700_000_000_000;
    const step = stepOf(now);
    for (const near of [-1, 0, 1]) expect(findStep(SECRET, hotp(SECRET, step + near), now)).toBe(step + near);
    for (const far of [-2, 2]) expect(findStep(SECRET, hotp(SECRET, step + far), now)).toBeUndefined();
    for (const wrong of ['', '12345', '0000000', 'abcdef'])
      expect(findStep(SECRET, wrong, now)).toBeUndefined();
  });
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base 32 of "%s" is that of RFC 4648, section 10', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

test('the address for apps names the site and the account, whatever is in their names', () => {
  expect(otpauthUrl('Klieg & Co', 'anna_7', 'MZXW6')).toBe(
    'otpauth://totp/Klieg%20%26%20Co:anna_7?secret=MZXW6&issuer=Klieg%20%26%20Co&algorithm=SHA1&digits=6&period=30',
  );
});
