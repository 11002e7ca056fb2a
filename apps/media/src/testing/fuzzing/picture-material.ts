import { pack, unpack } from '@klieg/testing/fuzzing';
import type { VideoUnit } from '../../packaging/units.ts';
import { encodeMaterial, type Material } from '../../transcode/testing/material.ts';

/*
 * A short real stream for targets whose decoders are native: parameter sets, then a piece for each picture, which
 * begins with a byte of flags (1: key). Only sound is left out.
 */

const PICTURES = 12;

export const encodeShort = (): Promise<Material> =>
  encodeMaterial({ width: 320, height: 180, fps: 30, pictures: PICTURES, groupPictures: 6, bFrames: 1 });

/** Several NAL units in a piece; lengths of two bytes, since mutations have to reach them. */
export const packPictures = ({ sps, pps, pictures }: Material): Buffer =>
  pack([
    sps,
    pps,
    ...pictures.map(({ isKey, nals }) => Buffer.concat([Buffer.from([isKey ? 1 : 0]), pack(nals)])),
  ]);

/** What an input says again; undefined without parameter sets, which no ingest lets through. */
export function unpackPictures(
  input: Buffer,
): { sps: Buffer; pps: Buffer; units: readonly VideoUnit[] } | undefined {
  const [sps, pps, ...pictures] = unpack(input);
  if (!sps?.length || !pps?.length) return undefined;
  const units = pictures.flatMap((piece, i) => {
    const nals = unpack(piece.subarray(1)).filter(({ length }) => length > 0);
    const isKey = ((piece[0] ?? 0) & 1) === 1;
    const sets = isKey ? { sps, pps } : { sps: undefined, pps: undefined };
    return nals.length === 0 ? [] : [{ ticks: 900_000 + i * 3_000, isKey, ...sets, nals }];
  });
  return { sps, pps, units };
}
