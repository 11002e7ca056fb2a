import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { afterAll, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from './testing-site.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'klieg-uploads-'));
const incoming = join(dataDir, 'incoming');
mkdirSync(incoming);
writeFileSync(join(incoming, 'left-by-a-crash'), 'x');
const site = await useTestSite({ env: { DATA_DIR: dataDir } });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const scene = await readFile(new URL('../../../demo/scenes/s01.jpg', import.meta.url));
const filesThere = () => {
  try {
    return readdirSync(incoming);
  } catch {
    return [];
  }
};
const [anna, ben] = await Promise.all([
  site.join({ tokens: 50 }),
  site.join({ settings: { pm_allow: 'all' } }),
]);
const upload = (bytes: Uint8Array, field = 'file') => {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(bytes)], 'a.jpg'));
  return anna.call('uploadMessagePicture', { params: { username: ben.username }, form });
};

/** Begins a form with a file and leaves it open. */
function beginUpload(from: Member) {
  const sending = request(`${site.url}/api/v1/pm/${ben.username}/image`, {
    method: 'POST',
    headers: {
      origin: site.url,
      cookie: [...from.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-csrf-token': from.csrf,
      'content-type': 'multipart/form-data; boundary=x',
      'transfer-encoding': 'chunked',
    },
  });
  sending.on('error', () => undefined);
  sending.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
  return sending;
}

test('what a crash left is gone with the next start', () => {
  expect(filesThere()).toEqual([]);
});

test('a file is on the disk while it still comes, and gone when its sender leaves', async () => {
  const sending = beginUpload(anna);
  sending.write(Buffer.alloc(512 * 1024, 'x'));
  await eventually(() => {
    const [name] = filesThere();
    expect(name && statSync(join(incoming, name)).size).toBeGreaterThan(256 * 1024);
  });
  sending.destroy();
  await eventually(() => expect(filesThere()).toEqual([]));
});

test.runIf(isFullRun)('nothing of a file stays once its call has answered, whatever the answer', async () => {
  expect((await upload(scene)).image_id).toBeTruthy();
  await eventually(() => expect(filesThere()).toEqual([]));
  expect(await codeOf(upload(Buffer.from('<html>')))).toBe('common.file_not_image');
  expect(await codeOf(upload(Buffer.alloc(6 * 2 ** 20)))).toBe('common.too_large');
  expect(await codeOf(upload(scene, 'picture'))).toBe('common.invalid_input');
  expect(await codeOf(upload(new Uint8Array()))).toBe('common.file_count');
  await eventually(() => expect(filesThere()).toEqual([]));
});

test('a file that is larger than it may be is refused in the middle (common.too_large)', async () => {
  const sending = beginUpload(anna);
  const answered = new Promise<readonly unknown[]>((resolve) => {
    sending.once('response', ({ statusCode, headers }) => resolve([statusCode, headers.connection]));
  });
  const chunk = Buffer.alloc(2 ** 20);
  for (let i = 0; i < 6; i++) sending.write(chunk);
  // What is still on its way would be taken for the next request.
  expect(await answered).toEqual([413, 'close']);
  sending.destroy();
  await eventually(() => expect(filesThere()).toEqual([]));
});
