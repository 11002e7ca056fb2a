import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isGzipWanted, makeRenderedPage } from './rendered-page.ts';

const MARK = 'AbCdEfGhIjKlMnOpQrStUvWx';
const pageOf = (text: string) =>
  makeRenderedPage({ status: 200, headers: {}, text: Buffer.from(text) }, MARK);
const newNonce = () => randomBytes(18).toString('base64url');

describe('a rendered page', () => {
  test.each([
    ['without a place', 'nothing to fill in here '.repeat(100)],
    ['with one place', `<script nonce="${MARK}">${'let a = 1;'.repeat(200)}</script>`],
    ['that begins and ends with one', `${MARK}${'words '.repeat(300)}${MARK}`],
    ['with two beside each other', `a${MARK}${MARK}b`],
    [
      'with many places and every kind of letter',
      Array.from(
        { length: 40 },
        (_, n) => `<p>${n} – ünïcödé 漢字 🎥 \0\u{7f} ${'x'.repeat(n)}</p>${MARK}`,
      ).join(''),
    ],
    ['that is empty', ''],
    ['of many hundred kilobytes', `${MARK}${randomBytes(300_000).toString('base64')}${MARK}`],
  ])('%s is the same packed and plain, with each nonce anew', async (_case, text) => {
    const page = pageOf(text);
    for (let n = 0; n < 3; n++) {
      const nonce = newNonce();
      const expected = text.replaceAll(MARK, nonce);
      expect(page.plain(nonce).toString()).toBe(expected);
      expect(gunzipSync(await page.gzip(nonce)).toString()).toBe(expected);
    }
  });

  test('that two visitors get at once has the nonce of each', async () => {
    const page = pageOf(`<i nonce="${MARK}">${'text '.repeat(500)}</i>`);
    const nonces = Array.from({ length: 20 }, newNonce);
    const packed = await Promise.all(nonces.map((nonce) => page.gzip(nonce)));
    packed.forEach((bytes, at) => expect(gunzipSync(bytes).toString()).toContain(`nonce="${nonces[at]}"`));
  });

  test('fills the room of an answer that was sent in for the next one, and no other', async () => {
    const page = pageOf(`<i nonce="${MARK}">${'text '.repeat(500)}</i>`);
    for (const make of [async (nonce: string) => page.plain(nonce), page.gzip]) {
      const [first, second] = [await make(newNonce()), await make(newNonce())];
      expect(second).not.toBe(first);
      page.release(first);
      // Told twice, it is one room all the same.
      page.release(first);
      const again = await make(newNonce());
      expect(again).toBe(first);
      expect(await make(newNonce())).not.toBe(first);
      const rooms = await Promise.all(Array.from({ length: 20 }, () => make(newNonce())));
      rooms.forEach(page.release);
      const kept = await Promise.all(rooms.map(() => make(newNonce())));
      expect(kept.filter((room) => rooms.includes(room))).toHaveLength(3);
    }
    const strange = Buffer.from('of another page');
    page.release(strange);
    expect(page.plain(newNonce())).not.toBe(strange);
  });

  test('goes out in little more than it takes packed as a whole', async () => {
    const list = Array.from(
      { length: 200 },
      (_, n) => `<li class="card"><a href="/room_${n}">Room ${n}</a></li>`,
    );
    const text = list.map((line, n) => (n % 8 === 0 ? `<link nonce="${MARK}">${line}` : line)).join('');
    expect((await pageOf(text).gzip(newNonce())).length).toBeLessThan(text.length / 4);
  });
});

test.each([
  ['gzip, deflate, br', true],
  ['br;q=1, gzip;q=0.8', true],
  ['*', true],
  ['GZIP', true],
  ['gzip;q=0', false],
  ['gzip;q=0.0, br', false],
  ['br', false],
  ['x-gzip', false],
  ['', false],
  [undefined, false],
])('somebody who takes %s gets a packed page: %s', (accept, expected) => {
  expect(isGzipWanted(accept, 50_000)).toBe(expected);
});

test('a short page goes out as it is', () => expect(isGzipWanted('gzip', 200)).toBe(false));
