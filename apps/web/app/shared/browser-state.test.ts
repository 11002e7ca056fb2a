import { expect, test } from 'vitest';
import { readBrowserState } from './browser-state.ts';

const state = (userAgent: string, maxTouchPoints = 0) =>
  readBrowserState({ userAgent, maxTouchPoints, hasWebp: true, hasWebrtc: false });

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.1',
    { name: 'Edge', version: '131.0.1', platform: 'Windows', is_mobile: false, is_tablet: false },
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    { name: 'Chrome', version: '130.0.0.0', platform: 'Android', is_mobile: true, is_tablet: false },
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    { name: 'Chrome', version: '130.0.0.0', platform: 'Android', is_mobile: false, is_tablet: true },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    { name: 'Safari', version: '18.0', platform: 'iOS', is_mobile: true, is_tablet: false },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
    { name: 'Firefox', version: '133.0', platform: 'Linux', is_mobile: false, is_tablet: false },
  ],
  ['curl/8', { name: 'unknown', version: '', platform: 'unknown', is_mobile: false, is_tablet: false }],
])(
  'name, platform, version, WebP, WebRTC, mobile and tablet are told of a browser: %s (SHELL-016)',
  (userAgent, expected) => {
    expect(state(userAgent)).toEqual({ ...expected, webp: true, webrtc: false });
  },
);

test('an iPad that calls itself a Mac is a tablet, a Mac is none', () => {
  const agent =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
  expect(state(agent, 5)).toMatchObject({ platform: 'iOS', is_tablet: true, is_mobile: false });
  expect(state(agent, 0)).toMatchObject({ platform: 'macOS', is_tablet: false });
});
