import { expect, test } from 'vitest';
import { medianOf, verdictOf } from './verdict.ts';

const UDP = { sent: 100, back: 99, roundTripMs: 31.6 };

test('UDP that comes back is the way, with its own round trip and loss', () => {
  expect(verdictOf({ udp: UDP, roundTripMs: 40, uploadKbps: 5_000.4 }, 640)).toEqual({
    way: 'udp',
    roundTripMs: 32,
    lossPercent: 1,
    uploadKbps: 5_000,
    fit: { width: 640, height: 480, kbps: 900 },
  });
});

test.each([
  ['none can be sent', undefined],
  ['nothing was sent', { sent: 0, back: 0, roundTripMs: 0 }],
  ['most of it is lost', { sent: 100, back: 40, roundTripMs: 30 }],
])('TCP is the way where %s', (_what, udp) => {
  expect(verdictOf({ udp, roundTripMs: 40, uploadKbps: 5_000 }, 640)).toMatchObject({
    way: 'tcp',
    roundTripMs: 40,
    lossPercent: undefined,
  });
});

test.each([
  [9_000, 1_280, { width: 1_280, height: 720 }],
  [9_000, 640, { width: 640, height: 480 }],
  [1_000, 640, { width: 480, height: 360 }],
  [400, 640, { width: 320, height: 240 }],
])('with %i kbit/s and pictures of at most %i the largest that fits has room to spare', (kbps, max, fit) => {
  expect(verdictOf({ udp: UDP, roundTripMs: 1, uploadKbps: kbps }, max).fit).toMatchObject(fit);
});

test('a line without room for any picture has none', () => {
  expect(verdictOf({ udp: UDP, roundTripMs: 1, uploadKbps: 200 }, 640).fit).toBeUndefined();
});

test('the middle figure is told, not the mean', () => {
  expect(medianOf([9, 1, 2])).toBe(2);
  expect(medianOf([])).toBe(0);
});
