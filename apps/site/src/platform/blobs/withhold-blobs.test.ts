import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { uuidv7 } from '@klieg/kernel';
import { afterAll, expect, test } from 'vitest';
import { useTestDatabase } from '../postgres/testing.ts';
import { makeBlobRegister } from './blob-register-store.ts';
import { openBlobs } from './open-blobs.ts';
import { withholdBlobs } from './withhold-blobs.ts';

const { database } = await useTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'klieg-withheld-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const all = openBlobs(pathToFileURL(folder).href);
const register = makeBlobRegister(database);
const blobs = withholdBlobs(all, register);
const inTransaction = database.kysely.transaction();
const get = { method: 'GET', headers: {} };

test('a file that is withheld is there for nobody and is not removed, until the last reason for it is gone', async () => {
  const [first, second] = [uuidv7(), uuidv7()];
  await blobs.put('avatars/a.jpg', Readable.from([Buffer.from('hello')]));
  for (const reason of [first, second, first])
    await inTransaction.execute((within) => register.withhold(within, reason, ['avatars/a.jpg']));
  expect(await blobs.sizeOf('avatars/a.jpg')).toBeUndefined();
  expect(await blobs.serve('avatars/a.jpg', get)).toBeUndefined();
  await expect(buffer(blobs.read('avatars/a.jpg'))).rejects.toThrow('no such file');
  await blobs.remove('avatars/a.jpg');
  expect(await all.sizeOf('avatars/a.jpg')).toBe(5);
  await inTransaction.execute((within) => register.release(within, first));
  expect(await blobs.sizeOf('avatars/a.jpg')).toBeUndefined();
  await inTransaction.execute((within) => register.release(within, second));
  expect(String(await buffer(blobs.read('avatars/a.jpg')))).toBe('hello');
  await blobs.remove('avatars/a.jpg');
  expect(await all.sizeOf('avatars/a.jpg')).toBeUndefined();
});

test('a picture that is kept in the moment in which the same is blocked is out of reach, too', async () => {
  const reason = uuidv7();
  const digests = { source: Buffer.alloc(32, 1), drawn: Buffer.alloc(32, 2) };
  expect(await register.isBlocked(digests)).toBe(false);
  await inTransaction.execute((within) => register.block(within, reason, [digests.drawn]));
  expect(await register.isBlocked(digests)).toBe(true);
  await register.addPicture('avatars/b.jpg', digests);
  await blobs.put('avatars/b.jpg', Readable.from([Buffer.from('hello')]));
  expect(await blobs.sizeOf('avatars/b.jpg')).toBeUndefined();
  await inTransaction.execute((within) => register.release(within, reason));
  expect(await blobs.sizeOf('avatars/b.jpg')).toBe(5);
});
