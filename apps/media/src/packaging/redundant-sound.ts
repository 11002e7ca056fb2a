/*
 * Packets of sound that carry those before them as well (RED, RFC 2198), so that one which is lost on the line is heard
 * all the same, without a way back to ask for it.
 */

/** A packet of sound that goes once more with a later one. */
export interface EarlierSound {
  /** How much earlier it begins than the one that it goes with, in ticks of 48 kHz. */
  readonly behindTicks: number;
  readonly data: Buffer;
}

export interface RedundantSound {
  /** Oldest first. */
  readonly earlier: readonly EarlierSound[];
  readonly data: Buffer;
}

/** Formats that carry earlier packets are named so in SDP, in lower case. */
export const REDUNDANT_CODEC = 'red/48000/2';

const MORE_FOLLOW = 0x80;
const HEAD_BYTES = 4;
const LAST_HEAD_BYTES = 1;
const BEHIND_BITS = 14;
const BYTES_BITS = 10;
/** Nobody sends more; what has is taken for no sound at all. */
const EARLIER_MAX = 8;

const fits = ({ behindTicks, data }: EarlierSound): boolean =>
  behindTicks > 0 && behindTicks < 2 ** BEHIND_BITS && data.length > 0 && data.length < 2 ** BYTES_BITS;

/**
 * The payload of a packet with earlier ones in it; those too long or too old for the format are left out.
 * @param payloadType of the sound itself, the same for all of them
 */
export function writeRedundant({ earlier, data }: RedundantSound, payloadType: number): Buffer {
  const carried = earlier.filter(fits);
  const heads = carried.map((one) => {
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32BE(
      (MORE_FOLLOW | payloadType) * 2 ** 24 + one.behindTicks * 2 ** BYTES_BITS + one.data.length,
    );
    return head;
  });
  return Buffer.concat([...heads, Buffer.from([payloadType]), ...carried.map((one) => one.data), data]);
}

/**
 * Takes such a payload apart; undefined where it is malformed or carries other formats than sound's own. Never throws.
 */
export function readRedundant(payload: Buffer, payloadType: number): RedundantSound | undefined {
  const heads: { readonly behindTicks: number; readonly bytes: number }[] = [];
  let at = 0;
  for (; at < payload.length && (payload[at]! & MORE_FOLLOW) !== 0; at += HEAD_BYTES) {
    if (heads.length === EARLIER_MAX || payload.length < at + HEAD_BYTES) return undefined;
    if ((payload[at]! & ~MORE_FOLLOW) !== payloadType) return undefined;
    const word = payload.readUInt32BE(at) & (2 ** (BEHIND_BITS + BYTES_BITS) - 1);
    heads.push({ behindTicks: word >> BYTES_BITS, bytes: word & (2 ** BYTES_BITS - 1) });
  }
  if (payload[at] !== payloadType) return undefined;
  at += LAST_HEAD_BYTES;
  const earlier: EarlierSound[] = [];
  for (const { behindTicks, bytes } of heads) {
    if (payload.length < at + bytes) return undefined;
    if (bytes > 0) earlier.push({ behindTicks, data: payload.subarray(at, at + bytes) });
    at += bytes;
  }
  return { earlier, data: payload.subarray(at) };
}

/**
 * The payload type of the format that carries sound of another one; undefined: none is offered.
 * @param formats of a section, in lower case
 */
export function redundantTypeOf(
  formats: readonly { readonly payloadType: string; readonly codec: string; readonly parameters: string }[],
  soundType: number,
): number | undefined {
  const found = formats.find(({ codec, parameters }) => {
    const carried = parameters.split(/[ /]/).filter((one) => one !== '');
    // Without parameters RFC 2198 leaves open what it carries.
    return (
      codec === REDUNDANT_CODEC && carried.length > 0 && carried.every((one) => Number(one) === soundType)
    );
  });
  const type = Number(found?.payloadType);
  return found !== undefined && type <= 127 && type !== soundType ? type : undefined;
}
