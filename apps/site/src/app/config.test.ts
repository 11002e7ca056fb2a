import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { makeCertificate } from './doctor/testing-doctor.ts';
import { environment } from './environment.ts';
import { GIVEN_TO_MEDIA } from './media-children.ts';

const given = { DATA_DIR: tmpdir(), SECRET: 'ab'.repeat(32) };

test('the users that a site becomes are numbers as which Node can start a process', () => {
  expect(readConfig({ ...given, FIRST_UID: String(2 ** 31 - 5) }).firstUid).toBe(2 ** 31 - 5);
  expect(() => readConfig({ ...given, FIRST_UID: String(2 ** 31 - 4) })).toThrow(
    'must leave room for 5 users',
  );
});

test('a wrong value that media processes read by themselves stops the start with a sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-media-values-'));
  makeCertificate(folder);
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const none = join(folder, 'none.pem');
  writeFileSync(join(folder, 'text.pem'), 'no certificate');
  const read = (env: Record<string, string>) => () => readConfig({ ...given, ...env });
  try {
    expect(read({ MEDIA_RECORDING_FREE_MB: '1.5' })).toThrow('MEDIA_RECORDING_FREE_MB must be');
    expect(read({ MEDIA_TRANSCODE_CORES: 'two' })).toThrow('MEDIA_TRANSCODE_CORES must be');
    expect(read({ MEDIA_TLS_CERT: none, MEDIA_TLS_KEY: key })).toThrow(
      `MEDIA_TLS_CERT=${none} cannot be read`,
    );
    expect(read({ MEDIA_TLS_CERT: cert })).toThrow('belong together');
    expect(read({ MEDIA_TLS_CERT: join(folder, 'text.pem'), MEDIA_TLS_KEY: key })).toThrow('no certificate');
    const right = { MEDIA_RECORDING_FREE_MB: '15', MEDIA_TRANSCODE_CORES: '1.5', MEDIA_TLS_CERT: cert };
    expect(read({ ...right, MEDIA_TLS_KEY: key })).not.toThrow();
    // Media elsewhere has its own.
    expect(read({ ROLES: 'site,jobs', MEDIA_TLS_CERT: none, MEDIA_TLS_KEY: none })).not.toThrow();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('settings about adverts that cannot work stop the start with a sentence', () => {
  const read = (env: Record<string, string>) => () => readConfig({ ...given, ...env });
  for (const url of ['//evil.example', 'http://example.org/', 'girls', '/a b', String.raw`/\evil.example`])
    expect(read({ POPUNDER_URL: url }), url).toThrow('POPUNDER_URL must be');
  for (const sources of ['a', 'a:101', 'a:-1', 'a b:5', 'a:5,'])
    expect(read({ AD_SOURCES: sources }), sources).toThrow('AD_SOURCES must be');
  expect(read({ AD_SOURCES: Array.from({ length: 21 }, (_, at) => `a${at}:5`).join() })).toThrow(
    'at most 20',
  );
  expect(read({ POSTPAY_TAG_ONE_IN: '-1' })).toThrow('POSTPAY_TAG_ONE_IN must be');
  expect(readConfig({ ...given, AD_SOURCES: '', POPUNDER_URL: 'https://example.org/a?b=c' }).adverts).toEqual(
    {
      adSources: { percents: {}, postpayOneIn: 20 },
      popunderUrl: 'https://example.org/a?b=c',
    },
  );
});

test('README lists every setting', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8');
  const listed = readme.split('\n## Configure\n')[1]!.split('\n## ')[0]!;
  const names = [...Object.keys(environment.shape), ...GIVEN_TO_MEDIA];
  // Some are given with a value, such as EPOCH_PAGE=wnu.
  expect(names.filter((name) => !new RegExp(`\`${name}[\`=]`).test(listed))).toEqual([]);
});
