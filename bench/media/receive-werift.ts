import {
  RTCPeerConnection,
  type RtpPacket,
  useH264,
  useNACK,
  useOPUS,
  usePLI,
  useREMB,
  useTWCC,
} from 'werift';
import { makeH264Depacketizer } from '../../apps/media/src/ingest/rtp/h264-depacketizer.ts';
import { makeReorderBuffer, REORDER_DEFAULTS } from '../../apps/media/src/ingest/rtp/reorder-buffer.ts';
import { makeUnwrapper } from '../../apps/media/src/ingest/rtp/unwrap.ts';
import type { OpenReceiver } from './picture-log.ts';

/*
 * The same Chromium received by werift, which asks for repeats and tells when packets came by itself. Its
 * packets are put together to pictures as ours are, and a keyframe is asked for as ours does.
 */

const KEYFRAME_MS = 2_000;
const ASK_MS = 500;
const TICK_MS = 50;

export const receiveWerift: OpenReceiver = async (sdp, { maxKbps, log }) => {
  const payloadType = Number(/^a=rtpmap:(\d+) H264/m.exec(sdp)?.[1]);
  const parameters = new RegExp(`^a=fmtp:${payloadType} (.*?)\\r?$`, 'm').exec(sdp)?.[1] ?? '';
  const feedback = [useNACK(), usePLI(), useREMB(), useTWCC()];
  const peer = new RTCPeerConnection({
    codecs: {
      video: [useH264({ payloadType, parameters, rtcpFeedback: feedback })],
      audio: [useOPUS({ payloadType: 111 })],
    },
    iceServers: [],
  });
  const sequences = makeUnwrapper(16);
  const timestamps = makeUnwrapper(32);
  let ssrc: number | undefined;
  let isWaitingForKey = true;
  let lastKeyMs = -Infinity;
  let lastAskMs = -Infinity;
  const depacketizer = makeH264Depacketizer(({ timestamp, isKey, sps, nals }) => {
    if (isKey) {
      isWaitingForKey = false;
      lastKeyMs = performance.now();
    }
    if (!isWaitingForKey && nals.length > 0) log.onPicture(timestamps.next(timestamp), sps);
  });
  const reorder = makeReorderBuffer<RtpPacket>({
    ...REORDER_DEFAULTS,
    onPacket: ({ header, payload }) =>
      depacketizer.push({ timestamp: header.timestamp, isMarked: header.marker, payload }),
    onLoss() {
      depacketizer.onLoss();
      isWaitingForKey = true;
    },
  });
  const video = peer.addTransceiver('video', { direction: 'recvonly' });
  peer.addTransceiver('audio', { direction: 'recvonly' });
  video.onTrack.subscribe((track) =>
    track.onReceiveRtp.subscribe((packet) => {
      ({ ssrc } = packet.header);
      reorder.push(sequences.next(packet.header.sequenceNumber), packet, performance.now());
    }),
  );
  await peer.setRemoteDescription({ type: 'offer', sdp });
  await peer.setLocalDescription(await peer.createAnswer());
  const timer = setInterval(() => {
    const nowMs = performance.now();
    reorder.expire(nowMs);
    const isWanted = isWaitingForKey || nowMs - lastKeyMs > KEYFRAME_MS;
    if (ssrc === undefined || !isWanted || nowMs - lastAskMs < ASK_MS) return;
    lastAskMs = nowMs;
    void video.receiver.sendRtcpPLI(ssrc).catch(() => {});
  }, TICK_MS);
  const answer = peer.localDescription!.sdp.replace(/^(m=video .*\r?\nc=.*\r?\n)/m, `$1b=AS:${maxKbps}\r\n`);
  return {
    answer,
    async close() {
      clearInterval(timer);
      await peer.close();
    },
  };
};
