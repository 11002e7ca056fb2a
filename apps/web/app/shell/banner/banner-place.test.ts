import { expect, test } from 'vitest';
import { hasBannerPlace } from './banner-place.ts';

test.each([
  ['the home page (SHELL-018)', ['/']],
  [
    'games, contests, fans and porn (SHELL-019)',
    ['/games', '/contests', '/fans', '/porn', '/porn/models', '/games/wheel'],
  ],
  [
    'account pages and registration pages (SHELL-020)',
    [
      '/account/tokens',
      '/account/settings/profile',
      '/register',
      '/login',
      '/models/signup',
      '/free-register/connect',
      '/verify',
      '/verify-age',
      '/account/verify',
    ],
  ],
  ['the back office', ['/admin', '/admin/banners']],
  ['moderation', ['/mod', '/mod/appeals']],
  ['the own desk and inbox', ['/model-desk/fans', '/inbox', '/email/subscription']],
  ['law, complaints and help', ['/legal', '/legal/terms', '/complaints', '/complaints/abc', '/support']],
])('no place is kept for a banner on %s', (_pages, paths) => {
  for (const path of paths) expect(hasBannerPlace(path), path).toBe(false);
});

test('every other page keeps one, whatever its name resembles', () => {
  for (const path of [
    '/girls',
    '/top',
    '/gamester',
    '/fanny_marlow',
    '/pornographer',
    '/accounting',
    '/supporters',
    '/faq',
  ])
    expect(hasBannerPlace(path), path).toBe(true);
});
