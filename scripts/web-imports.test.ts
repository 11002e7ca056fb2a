import { expect, test } from 'vitest';
import { pageImportsOf, refuseImport } from './web-imports.ts';

const app = (path: string) => `apps/web/app/${path}`;
const tips = app('features/tipping/send/tip.tsx');

test('imports are found by both ways of naming a file, at once and later', () => {
  const code = `
    import { a } from '../shown.ts';
    import type { B } from '#app/features/rooms/b.ts';
    import './tip.css';
    import react from 'react';
    const load = () => import('#app/shell/late.tsx');
  `;
  expect(pageImportsOf(tips, code)).toEqual([
    app('features/tipping/shown.ts'),
    app('features/rooms/b.ts'),
    app('features/tipping/send/tip.css'),
    app('shell/late.tsx'),
  ]);
});

test.each([
  ['its own files', tips, 'features/tipping/rules.ts', true],
  ['what is shared', tips, 'shared/cookie.ts', true],
  ['the index of another feature', tips, 'features/rooms/index.ts', true],
  ['the inside of another feature', tips, 'features/rooms/bar.tsx', false],
  ['an index further inside of it', tips, 'features/rooms/bar/index.ts', false],
  ['the shell', tips, 'shell/layout/site-layout.tsx', false],
  ['a route', tips, 'routes/room.tsx', false],
])('a feature importing %s', (_what, file, target, isAllowed) => {
  expect(refuseImport(file, app(target)) === undefined).toBe(isAllowed);
});

test.each([
  ['what is shared knows no feature', app('shared/cookie.ts'), 'features/rooms/index.ts', false],
  ['what is shared knows what else is', app('shared/a.ts'), 'shared/b.ts', true],
  ['a route composes features', app('routes/room.tsx'), 'features/rooms/bar.tsx', true],
  ['so does the shell', app('shell/room/frame.tsx'), 'features/rooms/bar.tsx', true],
])('%s', (_what, file, target, isAllowed) => {
  expect(refuseImport(file, app(target)) === undefined).toBe(isAllowed);
});
