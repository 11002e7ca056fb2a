import { Readable } from 'node:stream';
import { AppError } from '@klieg/kernel';
import type { FuzzTarget } from '@klieg/testing/fuzzing';
import { imageFormat, jpegOrientation } from './image-format.ts';
import { makeRemakeImage } from './remake-image.ts';
import { gifPixel, pngOf } from './testing-images.ts';

/* Pictures that somebody sends, through the confined process that draws them anew. */

const SIDE_MAX = 200;
const INPUT_MS_MAX = 240_000;
const remake = makeRemakeImage();

async function feed(input: Buffer): Promise<string> {
  const orientation = jpegOrientation(input);
  if (!Number.isInteger(orientation)) throw new Error(`held as ${String(orientation)}`);
  try {
    const { jpeg, width, height } = await remake(Readable.from([input]), SIDE_MAX);
    if (imageFormat(jpeg) !== 'jpeg' || Math.max(width, height) > SIDE_MAX)
      throw new Error(`made ${width} by ${height}`);
    return 'made';
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    const detail = String(err.internal ?? '').replaceAll(/\d+/g, '0');
    // It ends one child and nobody else; but an input that can do this again is to be known.
    if (detail.startsWith('ended with')) throw new Error(`the child ${detail}`, { cause: err });
    return `${err.code} ${detail}`;
  }
}

export const target: FuzzTarget = {
  seeds: [pngOf(16, 8), gifPixel],
  bytesMax: 64 * 1024,
  inputMsMax: INPUT_MS_MAX,
  words: [
    'IHDR',
    'PLTE',
    'IDAT',
    'tRNS',
    'acTL',
    'fcTL',
    'VP8 ',
    'VP8L',
    'VP8X',
    'ANIM',
    'ALPH',
    'Exif\0\0II',
  ],
  feed,
};
