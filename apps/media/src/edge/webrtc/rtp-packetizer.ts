/** Payload bytes of one packet; with headers and SRTP it stays below the usual MTU. */
const PAYLOAD_BYTES_MAX = 1_180;
const HEADER_BYTES = 12;
const NAL_IDR = 5;
const NAL_SPS = 7;
const NAL_PPS = 8;
const STAP_A = 24;
const FU_A = 28;

/** The NAL units of an access unit with start codes (H.264, Annex B). */
export function splitNals(unit: Buffer): Buffer[] {
  const starts: { from: number; code: number }[] = [];
  for (let i = 0; i + 3 <= unit.length; i++) {
    if (unit[i] !== 0 || unit[i + 1] !== 0 || unit[i + 2] !== 1) continue;
    starts.push({ from: i + 3, code: i > 0 && unit[i - 1] === 0 ? i - 1 : i });
    i += 2;
  }
  return starts
    .map(({ from }, i) => unit.subarray(from, starts[i + 1]?.code ?? unit.length))
    .filter((nal) => nal.length > 0);
}

/** True for an access unit in Annex B at which a decoder can begin. */
export const isKeyUnit = (unit: Buffer): boolean =>
  splitNals(unit).some((nal) => (nal[0]! & 0x1f) === NAL_IDR);

/** Parameter sets travel together in one packet, before the keyframe. */
function aggregate(nals: readonly Buffer[]): Buffer {
  const parts = nals.flatMap((nal) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(nal.length);
    return [length, nal];
  });
  return Buffer.concat([Buffer.from([(nals[0]![0]! & 0xe0) | STAP_A]), ...parts]);
}

function fragmentNal(nal: Buffer): Buffer[] {
  const payloads: Buffer[] = [];
  const room = PAYLOAD_BYTES_MAX - 2;
  for (let offset = 1; offset < nal.length; offset += room) {
    const part = nal.subarray(offset, offset + room);
    const start = offset === 1 ? 0x80 : 0;
    const end = offset + room >= nal.length ? 0x40 : 0;
    payloads.push(
      Buffer.concat([Buffer.from([(nal[0]! & 0xe0) | FU_A, start | end | (nal[0]! & 0x1f)]), part]),
    );
  }
  return payloads;
}

/** RTP payloads of an access unit in Annex B. */
export const packetizeH264 = (unit: Buffer): Buffer[] => packetizeNals(splitNals(unit));

/** RTP payloads of a picture's NAL units (RFC 6184, packetization mode 1). */
export function packetizeNals(nals: readonly Buffer[]): Buffer[] {
  const isParameter = (nal: Buffer): boolean => [NAL_SPS, NAL_PPS].includes(nal[0]! & 0x1f);
  const parameters = nals.filter(isParameter);
  const rest = nals.filter((nal) => !isParameter(nal));
  return [
    ...(parameters.length > 0 ? [aggregate(parameters)] : []),
    ...rest.flatMap((nal) => (nal.length > PAYLOAD_BYTES_MAX ? fragmentNal(nal) : [nal])),
  ];
}

/** A packet whose changing fields are still to be filled in by `stampPacket`. */
export function makePacket(payloadType: number, payload: Buffer, isMarked: boolean): Buffer {
  const packet = Buffer.alloc(HEADER_BYTES + payload.length);
  packet[0] = 0x80;
  packet[1] = payloadType | (isMarked ? 0x80 : 0);
  payload.copy(packet, HEADER_BYTES);
  return packet;
}

/** Writes what differs from sending to sending; the packet itself is used again. */
export function stampPacket(packet: Buffer, sequence: number, timestamp: number, ssrc: number): void {
  packet.writeUInt16BE(sequence & 0xffff, 2);
  packet.writeUInt32BE(timestamp % 2 ** 32, 4);
  packet.writeUInt32BE(ssrc, 8);
}

const NTP_EPOCH_SECONDS = 2_208_988_800;

/** A sender report: this RTP time is this wall time. @param wallMs Unix milliseconds */
export function senderReport(
  ssrc: number,
  wallMs: number,
  timestamp: number,
  packets: number,
  bytes: number,
): Buffer {
  const report = Buffer.alloc(28);
  report[0] = 0x80;
  report[1] = 200;
  report.writeUInt16BE(6, 2);
  report.writeUInt32BE(ssrc, 4);
  report.writeUInt32BE((Math.floor(wallMs / 1000) + NTP_EPOCH_SECONDS) % 2 ** 32, 8);
  report.writeUInt32BE(Math.floor(((wallMs % 1000) / 1000) * 2 ** 32), 12);
  report.writeUInt32BE(timestamp % 2 ** 32, 16);
  report.writeUInt32BE(packets % 2 ** 32, 20);
  report.writeUInt32BE(bytes % 2 ** 32, 24);
  return report;
}
