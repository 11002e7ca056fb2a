import { parseSps } from './sps.ts';

/** The AVCDecoderConfigurationRecord of ISO/IEC 14496-15. */
export interface AvcConfig {
  readonly sps: Buffer;
  readonly pps: Buffer;
  /** Bytes of the length before each NAL unit. */
  readonly lengthBytes: number;
}

/** The NAL units of a picture, with the parameter sets among them taken out. */
export interface Picture {
  /** A decoder can begin here. */
  readonly isKey: boolean;
  readonly sps: Buffer | undefined;
  readonly pps: Buffer | undefined;
  readonly nals: readonly Buffer[];
}

const VERSION = 1;
/** Constrained or plain baseline, main and high: 8 bits, a quarter of the colour; browsers play no other. */
const PROFILES_PLAYED = new Set([66, 77, 100]);
/** More than a picture of 8,192 lines has rows of blocks. */
const NALS_MAX = 600;

const NAL_SLICE_FIRST = 1;
const NAL_IDR = 5;
const NAL_SEI = 6;
const NAL_SPS = 7;
const NAL_PPS = 8;

/** A length-prefixed parameter set; undefined if cut off, empty or of another type. */
function parameterSet(config: Buffer, start: number, type: number): Buffer | undefined {
  if (start + 2 >= config.length) return undefined;
  const end = start + 2 + config.readUInt16BE(start);
  const nal = config.subarray(start + 2, end);
  return end <= config.length && nal.length > 0 && (nal[0]! & 0x1f) === type ? nal : undefined;
}

/** Reads the first parameter set of each kind; `unplayable` when no browser decodes them. */
export function parseAvcConfig(config: Buffer): AvcConfig | 'unplayable' | undefined {
  if (config.length < 7 || config[0] !== VERSION) return undefined;
  let at = 6;
  const sps = parameterSet(config, at, NAL_SPS);
  if (!sps) return undefined;
  for (let i = 0; i < (config[5]! & 0x1f) && at + 2 <= config.length; i++) at += 2 + config.readUInt16BE(at);
  const pps = parameterSet(config, at + 1, NAL_PPS);
  if (!pps || !parseSps(sps)) return undefined;
  if (!PROFILES_PLAYED.has(sps[1]!)) return 'unplayable';
  return { sps, pps, lengthBytes: (config[4]! & 3) + 1 };
}

/** Takes a picture apart; undefined when its lengths do not fit. What viewers do not need is left out. */
export function parsePicture(data: Buffer, lengthBytes: number): Picture | undefined {
  const nals: Buffer[] = [];
  let isKey = false;
  let hasSlice = false;
  let sps: Buffer | undefined;
  let pps: Buffer | undefined;
  let count = 0;
  for (let at = 0; at < data.length;) {
    count += 1;
    if (count > NALS_MAX || at + lengthBytes > data.length) return undefined;
    const start = at + lengthBytes;
    at = start + data.readUIntBE(at, lengthBytes);
    if (at > data.length) return undefined;
    if (at === start) continue;
    const nal = data.subarray(start, at);
    const type = nal[0]! & 0x1f;
    if (type === NAL_SPS) sps = Buffer.from(nal);
    else if (type === NAL_PPS) pps = Buffer.from(nal);
    else if (type >= NAL_SLICE_FIRST && type <= NAL_SEI) nals.push(nal);
    if (type === NAL_IDR) isKey = true;
    if (type >= NAL_SLICE_FIRST && type <= NAL_IDR) hasSlice = true;
  }
  return { isKey, sps, pps, nals: hasSlice ? nals : [] };
}
