const START = Buffer.from([0, 0, 1]);
const TYPE_MASK = 0x1f;
const SPS = 7;
const PPS = 8;
const DELIMITER = 9;
/** An access unit with more than this is malformed; the rest is left out. */
const NALS_MAX = 256;

/** NAL units, each with its length in four bytes in front, as decoders with a configuration record want them. */
export function lengthPrefixed(nals: readonly Buffer[]): Buffer {
  const out = Buffer.allocUnsafe(nals.reduce((sum, nal) => sum + 4 + nal.length, 0));
  let offset = 0;
  for (const nal of nals) {
    offset = out.writeUInt32BE(nal.length, offset);
    offset += nal.copy(out, offset);
  }
  return out;
}

/** An access unit with its parameter sets apart. */
export interface SplitUnit {
  readonly sps: Buffer | undefined;
  readonly pps: Buffer | undefined;
  /** Everything but parameter sets and delimiters. */
  readonly nals: readonly Buffer[];
}

function cutAtStartCodes(unit: Buffer): Buffer[] {
  const nals: Buffer[] = [];
  let at = unit.indexOf(START);
  while (at >= 0 && nals.length < NALS_MAX) {
    const from = at + START.length;
    at = unit.indexOf(START, from);
    let end = at < 0 ? unit.length : at;
    // A start code may have a fourth byte in front; a NAL unit itself never ends in zero.
    while (end > from && unit[end - 1] === 0) end -= 1;
    if (end > from) nals.push(unit.subarray(from, end));
  }
  return nals;
}

/** Takes an access unit with start codes (H.264, Annex B) apart. */
export function splitAnnexB(unit: Buffer): SplitUnit {
  let sps: Buffer | undefined;
  let pps: Buffer | undefined;
  const nals: Buffer[] = [];
  for (const nal of cutAtStartCodes(unit)) {
    const type = nal[0]! & TYPE_MASK;
    if (type === SPS) sps = nal;
    else if (type === PPS) pps = nal;
    else if (type !== DELIMITER) nals.push(nal);
  }
  return { sps, pps, nals };
}
