import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '@klieg/kernel';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import { jpegOrientation, imageFormat } from './image-format.ts';
import { makeRemakeImage } from './remake-image.ts';
import { gifPixel, orientedJpeg, pngOf } from './testing-images.ts';

const remakeStream = makeRemakeImage();
/** In pieces, as files come. */
const remake = (bytes: Uint8Array, sideMax: number) =>
  remakeStream(
    Readable.from([bytes.subarray(0, 5), bytes.subarray(5)].map((part) => Buffer.from(part))),
    sideMax,
  );
const scene = await readFile(new URL('../../../../demo/scenes/s01.jpg', import.meta.url));

const codeOf = (made: Promise<unknown>): Promise<string> =>
  made.then(
    () => 'made',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('an image that somebody sends', () => {
  test('becomes a new JPEG of its pixels, without what the file said besides (SETTINGS-033)', async () => {
    const secret = 'Lisbon, camera 4711';
    const given = orientedJpeg(scene, 1, secret);
    expect(Buffer.from(given).includes(secret)).toBe(true);
    const { jpeg, width, height } = await remake(given, 1_600);
    expect(imageFormat(jpeg)).toBe('jpeg');
    expect(Buffer.from(jpeg).includes(secret)).toBe(false);
    expect(width).toBeGreaterThan(height);
  });

  test.runIf(isFullRun)('is turned as the camera was held', async () => {
    const upright = await remake(scene, 200);
    const turned = await remake(orientedJpeg(scene, 6, ''), 200);
    expect([turned.width, turned.height]).toEqual([upright.height, upright.width]);
    expect(jpegOrientation(turned.jpeg)).toBe(1);
  });

  test.runIf(isFullRun)('is made smaller, never larger', async () => {
    expect(Math.max((await remake(scene, 100)).width, 0)).toBe(100);
    const { width, height } = await remake(pngOf(16, 8), 1_600);
    expect([width, height]).toEqual([16, 8]);
  });

  test.runIf(isLongRun).each([
    ['PNG', pngOf(16, 8)],
    ['GIF', gifPixel],
  ])('may be a %s', async (_name, bytes) => {
    expect(imageFormat((await remake(bytes, 100)).jpeg)).toBe('jpeg');
  });

  test('that is none, or breaks off, is refused (common.file_not_image)', async () => {
    expect(await codeOf(remake(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 100))).toBe(
      'common.file_not_image',
    );
    expect(await codeOf(remake(scene.subarray(0, 40), 100))).toBe('common.file_not_image');
    expect(await codeOf(remake(new Uint8Array(), 100))).toBe('common.file_not_image');
  });

  test('of another kind is named so (common.file_format)', async () => {
    expect(await codeOf(remake(Buffer.from('BM and more of a bitmap'), 100))).toBe('common.file_format');
  });

  test('that claims to be gigabytes is refused and harms nothing', async () => {
    expect(await codeOf(remake(pngOf(60_000, 60_000, 1), 100))).toBe('common.file_not_image');
    expect(await codeOf(remake(pngOf(16, 8), 100))).toBe('made');
  });

  test.runIf(isLongRun)('waits while others are made, and all are made', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => remake(pngOf(8, 8), 100)));
    expect(made).toHaveLength(4);
  });
});

test('orientation is read of both byte orders, and of nonsense as upright', () => {
  expect(jpegOrientation(orientedJpeg(scene, 8, ''))).toBe(8);
  expect(jpegOrientation(scene)).toBe(1);
  expect(jpegOrientation(new Uint8Array([0xff, 0xd8, 0xff]))).toBe(1);
});
