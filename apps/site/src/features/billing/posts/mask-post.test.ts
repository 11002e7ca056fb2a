import { holdsCard } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { maskPost } from './mask-post.ts';

test('what looks like the number of a card is kept nowhere of a post, and all else to the byte', () => {
  const odd = Buffer.from([0xff, 0x00, 0xc3, 0x28]);
  const post = {
    bytes: Buffer.concat([odd, Buffer.from('{"id":"0912191101000000159","note":"4242 4242 4242 4242"}')]),
    headers: { 'x-note': '4000000000000002', list: ['5555-5555-5555-4444', 'a'] },
    query: 'card=4242424242424242&x=1',
    address: '192.0.2.1',
  };
  const kept = maskPost(post);
  expect(kept.bytes.subarray(0, odd.length)).toEqual(odd);
  expect(kept.bytes.toString('latin1')).toContain('{"id":"0912191101000000159","note":"[card]"}');
  expect(kept).toMatchObject({
    headers: { 'x-note': '[card]', list: ['[card]', 'a'] },
    query: 'card=[card]&x=1',
  });
  expect(maskPost({ ...post, bytes: odd }).bytes).toEqual(odd);
});

test('ids of billers are no cards, also where their digits would add up', () => {
  for (const id of ['0912191101000000159', '1418464163', '1000173E09C0A9B'])
    expect(holdsCard(id)).toBe(false);
  expect(holdsCard('4242424242424242')).toBe(true);
});
