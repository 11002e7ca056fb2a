import { type BitReader, makeBitReader } from './bit-reader.ts';

/** What a sequence parameter set says about the picture. */
export interface PictureFormat {
  readonly width: number;
  readonly height: number;
  /** RFC 6381 name, for example `avc1.42C01F`. */
  readonly codec: string;
}

/** Profiles whose parameter set has chroma fields (H.264, 7.3.2.1.1). */
const CHROMA_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128]);
const SIDE_MAX = 8_192;

function skipScalingLists(reader: BitReader, count: number): void {
  for (let i = 0; i < count; i++) {
    if (reader.bits(1) === 0) continue;
    let last = 8;
    let next = 8;
    for (let j = 0; j < (i < 6 ? 16 : 64); j++) {
      if (next !== 0) next = (last + reader.se() + 256) % 256;
      last = next === 0 ? last : next;
    }
  }
}

/** Reads the size of the picture; undefined when the set is malformed or the size out of bounds. */
export function parseSps(sps: Uint8Array): PictureFormat | undefined {
  if (sps.length < 4 || (sps[0]! & 0x1f) !== 7) return undefined;
  const reader = makeBitReader(sps);
  const profile = reader.bits(8);
  reader.bits(16);
  reader.ue();
  let chroma = 1;
  if (CHROMA_PROFILES.has(profile)) {
    chroma = reader.ue();
    if (chroma === 3) reader.bits(1);
    reader.ue();
    reader.ue();
    reader.bits(1);
    if (reader.bits(1) === 1) skipScalingLists(reader, chroma === 3 ? 12 : 8);
  }
  reader.ue();
  const orderType = reader.ue();
  if (orderType === 0) reader.ue();
  else if (orderType === 1) {
    reader.bits(1);
    reader.se();
    reader.se();
    const cycle = reader.ue();
    if (cycle > 255) return undefined;
    for (let i = 0; i < cycle; i++) reader.se();
  }
  reader.ue();
  reader.bits(1);
  const widthBlocks = reader.ue() + 1;
  const heightBlocks = reader.ue() + 1;
  const isFrameOnly = reader.bits(1);
  if (isFrameOnly === 0) reader.bits(1);
  reader.bits(1);
  const fields = 2 - isFrameOnly;
  const crop = { left: 0, right: 0, top: 0, bottom: 0 };
  if (reader.bits(1) === 1) {
    crop.left = reader.ue();
    crop.right = reader.ue();
    crop.top = reader.ue();
    crop.bottom = reader.ue();
  }
  if (reader.isOver()) return undefined;
  const cropX = chroma === 1 || chroma === 2 ? 2 : 1;
  const cropY = (chroma === 1 ? 2 : 1) * fields;
  const width = widthBlocks * 16 - (crop.left + crop.right) * cropX;
  const height = heightBlocks * 16 * fields - (crop.top + crop.bottom) * cropY;
  if (!(width >= 16 && width <= SIDE_MAX && height >= 16 && height <= SIDE_MAX)) return undefined;
  const codec = `avc1.${Buffer.from(sps.subarray(1, 4)).toString('hex').toUpperCase()}`;
  return { width, height, codec };
}

/** True when a slice may refer to later pictures (B slice), which no live stream should have. */
export function isBSlice(nal: Uint8Array): boolean {
  const type = nal[0]! & 0x1f;
  if (type !== 1) return false;
  const reader = makeBitReader(nal, 16);
  reader.ue();
  return reader.ue() % 5 === 1;
}
