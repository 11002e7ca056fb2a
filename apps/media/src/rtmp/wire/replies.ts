import { type AmfValue, encodeAmf0 } from './amf0.ts';
import { encodeMessage } from './chunk-writer.ts';
import { EVENT, TYPE } from './messages.ts';
import type { RtmpAuthorization } from '../publication.ts';

/*
 * What the server says to a publisher.
 */

/** The message stream that every publisher gets. */
export const PUBLISH_STREAM = 1;
/** Bytes after which each side acknowledges what has arrived. */
export const WINDOW_BYTES = 2_500_000;

const CONTROL_CHUNKS = 2;
const COMMAND_CHUNKS = 3;
const STATUS_CHUNKS = 5;
/** The sender may change its window itself (RTMP 1.0, section 5.4.5). */
const LIMIT_DYNAMIC = 2;

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value % 2 ** 32);
  return bytes;
};

const control = (typeId: number, payload: Buffer): Buffer =>
  encodeMessage(CONTROL_CHUNKS, { typeId, streamId: 0, payload });

const userControl = (event: number, value: number): Buffer =>
  control(TYPE.userControl, Buffer.concat([Buffer.from([0, event]), u32(value)]));

const map = (fields: Readonly<Record<string, AmfValue>>): AmfValue => new Map(Object.entries(fields));

/** Says how many bytes have arrived. */
export const acknowledgement = (byteCount: number): Buffer => control(TYPE.acknowledgement, u32(byteCount));

export const pingResponse = (value: number): Buffer => userControl(EVENT.pingResponse, value);

/** The answer to a command without a result of its own. */
export const emptyResult = (transaction: number): Buffer => result(transaction, null, undefined);

function result(transaction: number, ...values: readonly AmfValue[]): Buffer {
  const payload = encodeAmf0('_result', transaction, ...values);
  return encodeMessage(COMMAND_CHUNKS, { typeId: TYPE.command, streamId: 0, payload });
}

/** The answer to `connect`. */
export const connectResult = (transaction: number): Buffer =>
  Buffer.concat([
    control(TYPE.windowSize, u32(WINDOW_BYTES)),
    control(TYPE.peerBandwidth, Buffer.concat([u32(WINDOW_BYTES), Buffer.from([LIMIT_DYNAMIC])])),
    result(
      transaction,
      map({ fmsVer: 'FMS/3,0,1,123', capabilities: 31 }),
      map({
        level: 'status',
        code: 'NetConnection.Connect.Success',
        description: 'Connection succeeded.',
        objectEncoding: 0,
      }),
    ),
  ]);

/** The answer to `createStream`. */
export const streamResult = (transaction: number): Buffer => result(transaction, null, PUBLISH_STREAM);

function status(level: 'status' | 'error', code: string, description: string): Buffer {
  const payload = encodeAmf0('onStatus', 0, null, map({ level, code, description }));
  return encodeMessage(STATUS_CHUNKS, { typeId: TYPE.command, streamId: PUBLISH_STREAM, payload });
}

/** Media may come. */
export const publishStarted = (): Buffer =>
  Buffer.concat([
    userControl(EVENT.streamBegin, PUBLISH_STREAM),
    status('status', 'NetStream.Publish.Start', 'You are publishing.'),
  ]);

/** A no to publishing or playing; the description is for the person at the encoder. */
export const refusal = (
  code: 'NetStream.Publish.BadName' | 'NetStream.Publish.Rejected' | 'NetStream.Play.Failed',
  description: string,
): Buffer => status('error', code, description);

type KeyRefusal = (RtmpAuthorization & { readonly ok: false })['reason'];

const KEY_REFUSALS: Readonly<Record<KeyRefusal, string>> = {
  bad_key: 'The stream key is not valid. Copy it again from your broadcast page.',
  already_live: 'This stream key is live already. Stop the other broadcast first.',
  wrong_state: 'This account cannot go live now. Your broadcast page says why.',
  unavailable: 'The server cannot take this broadcast now. Try again in a minute.',
};

/** The answer to a key that may not publish; names that are unknown or taken are bad names to RTMP. */
export function keyRefusal(reason: KeyRefusal): Buffer {
  const isName = reason === 'bad_key' || reason === 'already_live';
  return refusal(isName ? 'NetStream.Publish.BadName' : 'NetStream.Publish.Rejected', KEY_REFUSALS[reason]);
}
