import { expect, test } from 'vitest';
import { frameAncestorsOf, frameEnvironment } from './frame-rules.ts';

const of = (url: string, domains = ['partner.example']) => frameAncestorsOf(url, domains);

test('rooms alone may stand in a frame, asked for with iframe=1, and on listed domains alone', () => {
  expect(of('/marlowe_vance?iframe=1')).toEqual(['https://partner.example']);
  expect(of('/marlowe_vance?nochat=1&iframe=1', ['a.example', '*.b.example'])).toEqual([
    'https://a.example',
    'https://*.b.example',
  ]);
  for (const url of [
    '/marlowe_vance',
    '/marlowe_vance?iframe=0',
    '/?iframe=1',
    '/girls?iframe=1',
    '/login?iframe=1',
    '/register?iframe=1',
    '/account/tokens?iframe=1',
    '/marlowe_vance/bio?iframe=1',
    '/admin?iframe=1',
    '//evil.example/x?iframe=1',
  ])
    expect(of(url), url).toEqual([]);
  expect(of('/marlowe_vance?iframe=1', [])).toEqual([]);
});

test('domains are read from a list; an address, a path or a star alone is refused', () => {
  const read = (text: string) => frameEnvironment.FRAME_DOMAINS.safeParse(text).data;
  expect(read('partner.example,*.other.example')).toEqual(['partner.example', '*.other.example']);
  expect(read('')).toEqual([]);
  for (const wrong of ['*', 'https://a.example', 'a.example/x', 'a.example, b.example', "'self'"])
    expect(read(wrong), wrong).toBeUndefined();
});
