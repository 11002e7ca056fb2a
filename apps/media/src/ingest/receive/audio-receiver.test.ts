import { expect, test } from 'vitest';
import { writeRedundant } from '../../packaging/redundant-sound.ts';
import { rtpPacket } from '../../testing/rtp-packets.ts';
import { makeAudioReceiver } from './audio-receiver.ts';
import { parseRtp } from '../rtp/rtp.ts';

const FRAME = 960;
/** 20 ms of Opus, told apart by its second byte. */
const opus = (at: number): Buffer => Buffer.from([0xfc, at]);

/** A publisher whose packets carry so many earlier sounds. */
function setup(earlier = 1) {
  let resets = 0;
  const formats = { audioPayloadType: 111, redundantPayloadType: 63 };
  const receiver = makeAudioReceiver(formats, () => (resets += 1));
  const receive = (payload: Buffer, at: number, payloadType: number, ssrc = 8) => {
    const packet = rtpPacket({ payloadType, ssrc, sequence: at, timestamp: at * FRAME, payload });
    return receiver
      .receive(parseRtp(packet)!, at * 20)
      .map(({ ticks, data }) => [ticks / FRAME, data[1]] as const);
  };
  const send = (at: number, ssrc?: number) => {
    const before = Array.from({ length: earlier }, (_, i) => earlier - i).filter((one) => at - one >= 0);
    const carried = before.map((one) => ({ behindTicks: one * FRAME, data: opus(at - one) }));
    return receive(writeRedundant({ earlier: carried, data: opus(at) }, 111), at, 63, ssrc);
  };
  return { receiver, receive, send, resets: () => resets };
}

test('each sound comes once, though each packet carries the one before it', () => {
  const { send } = setup();
  expect([0, 1, 2].flatMap((at) => send(at))).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
});

test('what was lost comes with the next packet, before what that brings: LIVE-VIDEO-029', () => {
  const { send } = setup(2);
  send(0);
  expect(send(3)).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
  // A packet that was only late brings nothing new.
  expect(send(2)).toEqual([]);
});

test('a sender may go on in the plain format, and what comes twice counts once', () => {
  const { send, receive } = setup();
  send(0);
  expect(receive(opus(1), 1, 111)).toEqual([[1, 1]]);
  expect(receive(opus(1), 1, 111)).toEqual([]);
  expect(send(2)).toEqual([[2, 2]]);
});

test('the first packet brings itself alone, also of a sender that begins anew', () => {
  const { send, resets } = setup(2);
  expect(send(50)).toEqual([[50, 50]]);
  expect(send(9, 77)).toEqual([[9, 9]]);
  expect(resets()).toBe(1);
});

test('a packet that is malformed brings nothing, and the next one what is missing', () => {
  const { send, receive } = setup();
  send(0);
  expect(receive(Buffer.from([0xef, 1, 2]), 1, 63)).toEqual([]);
  expect(send(2)).toEqual([
    [1, 1],
    [2, 2],
  ]);
});
