/** An RTP packet for tests. */
export interface PacketFields {
  readonly payloadType?: number;
  readonly isMarked?: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc?: number;
  readonly payload: Buffer;
  /** Header extensions by their numbers, 1 to 14, each of 1 to 16 bytes. */
  readonly extensions?: ReadonlyMap<number, Buffer>;
}

/** Extensions in the form of one byte (RFC 8285, 4.2). */
function extensionBlock(extensions: ReadonlyMap<number, Buffer>): Buffer {
  const items = [...extensions].flatMap(([id, data]) => [Buffer.from([(id << 4) | (data.length - 1)]), data]);
  const body = Buffer.concat(items);
  const block = Buffer.alloc(4 + Math.ceil(body.length / 4) * 4);
  block.writeUInt16BE(0xbede, 0);
  block.writeUInt16BE(block.length / 4 - 1, 2);
  body.copy(block, 4);
  return block;
}

/** The extension that numbers packets among all of their connection. */
export const transportSequence = (sequence: number): Buffer => {
  const data = Buffer.alloc(2);
  data.writeUInt16BE(sequence & 0xffff, 0);
  return data;
};

/** Writes an RTP packet. */
export function rtpPacket(fields: PacketFields): Buffer {
  const header = Buffer.alloc(12);
  header[0] = fields.extensions ? 0x90 : 0x80;
  header[1] = (fields.payloadType ?? 102) | (fields.isMarked ? 0x80 : 0);
  header.writeUInt16BE(fields.sequence & 0xffff, 2);
  header.writeUInt32BE(fields.timestamp % 2 ** 32, 4);
  header.writeUInt32BE(fields.ssrc ?? 7, 8);
  const extensions = fields.extensions ? [extensionBlock(fields.extensions)] : [];
  return Buffer.concat([header, ...extensions, fields.payload]);
}

/** A sender report without blocks. */
export function senderReportPacket(ssrc: number, ntpSeconds: number, timestamp: number): Buffer {
  const report = Buffer.alloc(28);
  report[0] = 0x80;
  report[1] = 200;
  report.writeUInt16BE(6, 2);
  report.writeUInt32BE(ssrc, 4);
  report.writeUInt32BE(Math.floor(ntpSeconds), 8);
  report.writeUInt32BE(Math.floor((ntpSeconds % 1) * 2 ** 32), 12);
  report.writeUInt32BE(timestamp % 2 ** 32, 16);
  return report;
}

/** Parameter sets of a 640x360 constrained baseline stream, as x264 writes them. */
export const SPS_360 = Buffer.from('6742c016da0280bfe584000003000400000300a03c58ba80', 'hex');
export const PPS = Buffer.from('68ce3c80', 'hex');

/** A STAP-A of the given NAL units. */
export const aggregate = (...nals: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from([0x78]),
    ...nals.flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 0xff]), nal]),
  ]);

/** A NAL unit of the type with `bytes` bytes, whose slice header says P (or I for type 5). */
export const slice = (type: number, bytes = 40): Buffer =>
  Buffer.concat([Buffer.from([0x60 | type, type === 5 ? 0xb8 : 0xe0]), Buffer.alloc(bytes, 0x55)]);
