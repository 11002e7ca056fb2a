import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { makeCertificate } from './doctor/testing-doctor.ts';

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
