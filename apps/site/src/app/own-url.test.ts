import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ownUrl } from './own-url.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['localhost', 'http://localhost:8080'],
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://127.0.0.1:8080'],
  ['10.0.0.5', 'http://10.0.0.5:8080'],
  ['::1', 'http://[::1]:8080'],
])('what listens on %s is reached from this machine at %s, also by media', (host, url) => {
  expect(ownUrl(host, 8080)).toBe(url);
  const config = readConfig({
    DATA_DIR: tmpdir(),
    SECRET: 'ab'.repeat(32),
    HOST: host,
    PUBLIC_URL: 'https://klieg.example',
    TRUSTED_HOPS: '1',
    SUPPORT_EMAIL: 'help@klieg.example',
  });
  expect(config.mediaSiteUrl).toBe(url);
});
