import { expect, test } from 'vitest';
import { readEnvironment } from './settings.ts';

const MEDIA_SECRET = 'ab'.repeat(32);

test('defaults fill what is not given', () => {
  expect(readEnvironment({ MEDIA_SECRET })).toMatchObject({
    host: '127.0.0.1',
    port: 8_081,
    icePort: 0,
    node: 'media',
    allowedOrigins: undefined,
  });
});

test('origins are compared in lower case', () => {
  const { allowedOrigins } = readEnvironment({
    MEDIA_SECRET,
    MEDIA_ORIGINS: 'https://A.example, http://b.example',
  });
  expect(allowedOrigins).toEqual(['https://a.example', 'http://b.example']);
});

test('every wrong value is named at once', () => {
  expect(() => readEnvironment({ MEDIA_PORT: '99999', MEDIA_ICE_PORT: 'x', MEDIA_SECRET: 'ab' })).toThrow(
    /MEDIA_PORT.*MEDIA_ICE_PORT.*MEDIA_SECRET/,
  );
});
