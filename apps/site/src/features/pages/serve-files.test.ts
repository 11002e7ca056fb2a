import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Log, silentLog } from '@klieg/kernel';
import { afterAll, describe, expect, test } from 'vitest';
import { makeHttpServer } from '../../platform/http/index.ts';
import { serveFiles } from './serve-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'klieg-files-'));
for (const name of ['assets', 'emoticons']) {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'a.svg'), '<svg>0123456789</svg>');
}
const faults: unknown[] = [];
const log: Log = { ...silentLog, error: (...said: readonly unknown[]) => void faults.push(said) };
const app = makeHttpServer({ log });
app.get<{ Params: { code: string; status: string } }>('/refuses/:code/:status', ({ params }) => {
  throw Object.assign(new Error('refused'), { code: params.code, statusCode: Number(params.status) });
});
await serveFiles(app, join(folder, 'assets'));
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const [scene] = readdirSync(fileURLToPath(new URL('../../../../demo/scenes', import.meta.url)));
const get = (url: string, headers: Record<string, string>) => app.inject({ url, headers });

describe.each(['/assets/a.svg', '/emoticons/a.svg', `/scenes/${scene}`])('the file %s', (url) => {
  test('says how long it is where more was asked for than there is, and nothing fails', async () => {
    const { length } = (await get(url, {})).rawPayload;
    for (const range of [`bytes=${length}-`, 'bytes=99999999-', `bytes=${length}-${length + 5}`]) {
      const answer = await get(url, { range });
      expect([range, answer.statusCode, answer.headers['content-range']]).toEqual([
        range,
        416,
        `bytes */${length}`,
      ]);
      expect(answer.json()).toMatchObject({ status: 0, code: 'common.range_unsatisfiable' });
    }
    for (const range of ['bytes=5-2', 'bytes=', 'lines=1-2', 'bytes=a-b', ', ,', 'bytes=0-1,4-5'])
      expect([range, (await get(url, { range })).statusCode < 500]).toEqual([range, true]);
    expect((await get(url, { range: 'bytes=2-4' })).statusCode).toBe(206);
    expect(faults).toEqual([]);
  });

  test('is refused where it is wanted only as it was, and nothing fails', async () => {
    for (const headers of [
      { 'if-match': '"another"' },
      { 'if-match': 'nothing' },
      { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    ] as Record<string, string>[]) {
      const answer = await get(url, headers);
      expect([headers, answer.statusCode]).toEqual([headers, 412]);
      expect(answer.json()).toMatchObject({ status: 0, code: 'common.precondition_failed' });
    }
    for (const headers of [
      { 'if-match': '*' },
      { 'if-unmodified-since': 'when?' },
      { 'if-modified-since': 'when?' },
      { 'if-none-match': ',' },
      { 'if-range': 'x', range: 'bytes=1-2' },
    ] as Record<string, string>[])
      expect([headers, (await get(url, headers)).statusCode < 400]).toEqual([headers, true]);
    expect(faults).toEqual([]);
  });
});

test('what the framework refuses stays a refusal, whatever its number, and only its own faults are told', async () => {
  const answerOf = async (code: string, status: number) => {
    const answer = await get(`/refuses/${code}/${status}`, {});
    return [status, answer.statusCode, answer.json<object>()];
  };
  for (const status of [401, 402, 405, 406, 408, 409, 411, 417, 422, 426, 429, 431, 499])
    expect(await answerOf('FST_ERR', status)).toMatchObject([
      status,
      400,
      { status: 0, code: 'common.invalid_input' },
    ]);
  expect(faults).toEqual([]);
  for (const [code, status] of [
    ['FST_ERR', 500],
    ['FST_ERR', 302],
    ['ANOTHER_SERVER', 422],
  ] as const)
    expect(await answerOf(code, status)).toMatchObject([status, 500, { status: 0, code: 'common.internal' }]);
  expect(faults.splice(0)).toHaveLength(3);
});

test('nothing beside a folder of files is found, however it is written', async () => {
  for (const url of [
    '/assets/../secret',
    '/assets/%2e%2e/secret',
    '/assets/..%2femoticons%2fa.svg',
    '/assets/%00',
    '/assets/.hidden',
    '/assets/',
  ])
    expect([url, (await get(url, {})).statusCode]).toEqual([url, 404]);
  expect(faults).toEqual([]);
});
