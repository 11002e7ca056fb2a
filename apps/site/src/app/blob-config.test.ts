import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, readSettings } from './config.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'klieg-config-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const blobUrlOf = (url?: string) =>
  readSettings({ DATA_DIR: dataDir, ...(url && { BLOB_URL: url }) }).blobUrl;

test('files are kept beside the data, or where BLOB_URL says', () => {
  expect(blobUrlOf()).toBe(pathToFileURL(join(dataDir, 'blobs')).href);
  for (const url of ['file:///srv/klieg', 's3://AK:secret@s3.example.org/films?region=eu-west-3'])
    expect(blobUrlOf(url)).toBe(url);
});

test.each([
  '/srv/klieg',
  'file:srv',
  'https://s3.example.org/films',
  's3://s3.example.org/films',
  's3://a:b@h/',
])('the start is refused with BLOB_URL %s', (url) => {
  expect(() => blobUrlOf(url)).toThrow(ConfigError);
  expect(() => blobUrlOf(url)).toThrow('BLOB_URL must be');
});
