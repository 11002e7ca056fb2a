import { THUMB_WIDTHS } from '@klieg/contract/media';
import { expect, test } from 'vitest';
import { liveSources } from './live-sources.ts';

test('a live picture has every width that is made, in both kinds, under the same key (CONSTANTS-036)', () => {
  const { webp, jpeg } = liveSources('/api/v1/thumb/anna.jpg?v=58')!;
  const setOf = (kind: string) =>
    THUMB_WIDTHS.map((width) => `/api/v1/thumb/anna.${kind}?v=58&w=${width} ${width}w`);
  expect(webp.split(', ')).toEqual(setOf('webp'));
  expect(jpeg.split(', ')).toEqual(setOf('jpg'));
  expect(liveSources('/api/v1/thumb/anna.jpg')?.webp).toContain('/api/v1/thumb/anna.webp?w=160 160w');
});

test('any other picture has one width only', () => {
  for (const url of [
    '/scenes/s01.jpg',
    '/thumb/anna.jpg',
    'https://elsewhere.example/api/v1/thumb/a.jpg',
    '',
    null,
  ])
    expect(liveSources(url)).toBeUndefined();
});
