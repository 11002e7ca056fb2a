import { expect, test } from 'vitest';
import { isPlainPath } from './plain-path.ts';

test.each([
  '/',
  '/live/ws/a-stream?token=x.y&z=../\\',
  '/live/hls/t/a.b~c-d/stream/source/part-1.2.m4s',
  '/~a/%20b',
])('%s is read by everybody in the same way', (target) => expect(isPlainPath(target)).toBe(true));

test.each([
  '',
  '*',
  'live',
  '/live/../metrics',
  '/live/./ws',
  '/live/%2e%2E/metrics',
  '/live/.%2e/metrics',
  '/live/..%2fmetrics',
  '/live/..\\metrics',
  '/live/..%5Cmetrics',
  '/live/#/../metrics',
  '//host/live/ws',
  '/\\host/live',
  '/\\[',
  'http://host/live/ws',
])('%s is not', (target) => expect(isPlainPath(target)).toBe(false));
