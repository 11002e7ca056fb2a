/** One picture: its NAL units without start codes, in decoding order, without parameter sets. */
export interface AccessUnit {
  /** RTP timestamp, 90 kHz, not unwrapped. */
  readonly timestamp: number;
  readonly isKey: boolean;
  readonly sps: Buffer | undefined;
  readonly pps: Buffer | undefined;
  readonly nals: readonly Buffer[];
}

export interface H264Depacketizer {
  /** Takes packets in order; an empty payload (a probe) is skipped. Never throws. */
  push(packet: { readonly timestamp: number; readonly isMarked: boolean; readonly payload: Buffer }): void;
  /** Packets before the next one are lost: the picture that they belong to is thrown away. */
  onLoss(): void;
  reset(): void;
}

const NAL_IDR = 5;
const NAL_SPS = 7;
const NAL_PPS = 8;
const NAL_DELIMITER = 9;
const STAP_A = 24;
const FU_A = 28;

/** A picture of more bytes than this is hostile or broken. */
const PICTURE_BYTES_MAX = 4 * 1024 * 1024;

const startsKeyframe = (payload: Buffer): boolean => {
  const type = payload[0]! & 0x1f;
  const first = type === STAP_A && payload.length > 3 ? payload[3]! & 0x1f : type;
  return first === NAL_SPS || first === NAL_DELIMITER;
};

/** RTP payloads of RFC 6184, packetization mode 1, to access units. */
export function makeH264Depacketizer(onUnit: (unit: AccessUnit) => void): H264Depacketizer {
  let nals: Buffer[] = [];
  let bytes = 0;
  let timestamp: number | undefined;
  let fragments: Buffer[] | undefined;
  let isBroken = false;
  let isAfterLoss = false;

  const clear = (): void => {
    nals = [];
    bytes = 0;
    fragments = undefined;
    isBroken = false;
  };

  const flush = (): void => {
    const units = nals;
    const at = timestamp;
    const wasBroken = isBroken || fragments !== undefined;
    clear();
    if (wasBroken || units.length === 0 || at === undefined) return;
    let isKey = false;
    let sps: Buffer | undefined;
    let pps: Buffer | undefined;
    let hasSlice = false;
    const pictures: Buffer[] = [];
    for (const nal of units) {
      const type = nal[0]! & 0x1f;
      if (type === NAL_SPS) sps = nal;
      else if (type === NAL_PPS) pps = nal;
      else if (type !== NAL_DELIMITER) {
        if (type === NAL_IDR) isKey = true;
        if (type >= 1 && type <= NAL_IDR) hasSlice = true;
        pictures.push(nal);
      }
    }
    if (hasSlice || sps) onUnit({ timestamp: at, isKey, sps, pps, nals: pictures });
  };

  const add = (nal: Buffer): void => {
    if (nal.length === 0) return;
    bytes += nal.length;
    if (bytes > PICTURE_BYTES_MAX) {
      isBroken = true;
      nals = [];
      return;
    }
    nals.push(nal);
  };

  const addAggregate = (payload: Buffer): void => {
    let offset = 1;
    while (offset + 2 <= payload.length) {
      const length = payload.readUInt16BE(offset);
      offset += 2;
      if (length === 0 || offset + length > payload.length) {
        isBroken = true;
        return;
      }
      add(payload.subarray(offset, offset + length));
      offset += length;
    }
  };

  const addFragment = (payload: Buffer): void => {
    if (payload.length < 3) {
      isBroken = true;
      return;
    }
    const head = payload[1]!;
    if (head & 0x80) {
      if (fragments) isBroken = true;
      fragments = [Buffer.from([(payload[0]! & 0xe0) | (head & 0x1f)])];
    }
    if (!fragments) {
      isBroken = true;
      return;
    }
    bytes += payload.length;
    if (bytes > PICTURE_BYTES_MAX) {
      isBroken = true;
      fragments = undefined;
      return;
    }
    fragments.push(payload.subarray(2));
    if (head & 0x40) {
      nals.push(Buffer.concat(fragments));
      fragments = undefined;
    }
  };

  return {
    push(packet) {
      if (packet.payload.length === 0) return;
      if (timestamp !== undefined && packet.timestamp !== timestamp) flush();
      timestamp = packet.timestamp;
      if (isAfterLoss) {
        // The start of this picture may be among the losses, unless a keyframe visibly begins.
        isAfterLoss = false;
        isBroken ||= nals.length > 0 || !startsKeyframe(packet.payload);
      }
      const type = packet.payload[0]! & 0x1f;
      if (type === FU_A) addFragment(packet.payload);
      else if (type === STAP_A) addAggregate(packet.payload);
      else if (type > 0 && type < STAP_A) add(packet.payload);
      if (packet.isMarked) flush();
    },
    onLoss() {
      if (nals.length > 0 || fragments) isBroken = true;
      isAfterLoss = true;
    },
    reset() {
      clear();
      isAfterLoss = false;
      timestamp = undefined;
    },
  };
}
