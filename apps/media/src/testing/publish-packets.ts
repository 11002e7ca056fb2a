import { PeerConnection, Video } from 'node-datachannel';
import { aggregate, rtpPacket, slice } from './rtp-packets.ts';

const PAYLOAD_TYPE = 102;
const SSRC = 7_003;
const H264_PARAMETERS = 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1';
const PACKET_BYTES = 1_100;
const CANDIDATE = /^a=(candidate:.*)\r\n/gm;

/** A WHIP publisher that keeps to nobody's limits. */
export interface PacketPublisher {
  /** What the server said of how much it takes, in kbit/s. */
  readonly kbpsTaken: number;
  readonly isConnected: boolean;
  close(): void;
}

export interface PacketPublisherOptions {
  readonly base: string;
  readonly token: string;
  readonly sps: Buffer;
  readonly pps: Buffer;
  readonly fps?: number;
  readonly kbps?: number;
}

/**
 * Without addresses: the other side's check must not come before its answer is taken in, or the handshake that
 * follows finds no fingerprint and fails.
 */
async function offerOf(peer: PeerConnection): Promise<string> {
  const gathered = new Promise<void>((resolve) => {
    peer.onGatheringStateChange((state) => state === 'complete' && resolve());
  });
  peer.setLocalDescription();
  await gathered;
  return peer.localDescription()!.sdp.replace(CANDIDATE, '');
}

/** Publishes pictures of the size that the parameter sets say, each a keyframe; resolves when connected. */
export async function publishPackets(options: PacketPublisherOptions): Promise<PacketPublisher> {
  const { fps = 30, kbps = 500 } = options;
  const peer = new PeerConnection('publisher', { iceServers: [] });
  const picture = new Video('0', 'SendOnly');
  picture.addH264Codec(PAYLOAD_TYPE, H264_PARAMETERS);
  picture.addSSRC(SSRC, 'test', 'test', 'video');
  const track = peer.addTrack(picture);
  const connected = new Promise<void>((resolve) => {
    peer.onStateChange((state) => state === 'connected' && resolve());
  });
  const response = await fetch(`${options.base}/live/whip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${options.token}`, 'content-type': 'application/sdp' },
    body: await offerOf(peer),
  });
  if (response.status !== 201) throw new Error(`refused with ${response.status}`);
  const answer = await response.text();
  peer.setRemoteDescription(answer.replace(CANDIDATE, ''), 'answer');
  for (const [, line = ''] of answer.matchAll(CANDIDATE)) peer.addRemoteCandidate(line, '0');
  await connected;

  let sequence = 0;
  const send = (timestamp: number, payload: Buffer, isMarked: boolean): void => {
    if (!track.isOpen()) return;
    sequence += 1;
    const packet = { payloadType: PAYLOAD_TYPE, ssrc: SSRC, sequence, timestamp, payload, isMarked };
    track.sendMessageBinary(rtpPacket(packet));
  };
  /** Slices of one picture in packets of their own. */
  const sendPicture = (timestamp: number): void => {
    send(timestamp, aggregate(options.sps, options.pps), false);
    const bytes = (kbps * 1_000) / 8 / fps;
    const count = Math.max(1, Math.ceil(bytes / PACKET_BYTES));
    for (let i = 0; i < count; i++) send(timestamp, slice(5, Math.min(bytes, PACKET_BYTES)), i === count - 1);
  };
  const startedMs = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - startedMs) * fps) / 1_000; sent++)
      sendPicture(Math.round((sent * 90_000) / fps));
  }, 10);
  return {
    kbpsTaken: Number(/^b=AS:(\d+)/m.exec(answer)?.[1]),
    get isConnected() {
      return peer.state() === 'connected';
    },
    close() {
      clearInterval(timer);
      track.close();
      peer.close();
    },
  };
}
