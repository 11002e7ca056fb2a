import { PeerConnection, Video } from 'node-datachannel';
import { TRANSPORT_URI } from '../edge/webrtc/play-offer.ts';
import { VIDEO_SSRC } from '../edge/webrtc/rtp-outlet.ts';
import { makeTransportReceiver, transportNumberOf } from './transport-receiver.ts';

/** A receiver of pictures by WebRTC that counts bytes and says of each packet when it came, as browsers do. */
export interface WhepSink {
  /** Without candidates: the other side must not begin before the answer is known here. */
  readonly offer: Promise<string>;
  /** Takes the answer. @returns own candidates, to be told to the other side then */
  connect(answer: string): readonly string[];
}

export interface WhepSinkOptions {
  readonly onBytes: (bytes: number) => void;
  readonly onConnected: () => void;
}

const PAYLOAD_TYPE = 102;
const REPEAT_TYPE = 103;
const TRANSPORT_ID = 3;
const FEEDBACK_MS = 100;
const PARAMETERS = 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1';
const CANDIDATE = /^a=(candidate:.*|end-of-candidates)\r\n/gm;

const candidatesOf = (sdp: string): string[] =>
  [...sdp.matchAll(CANDIDATE)].flatMap(([, line]) => (line?.startsWith('candidate') ? line : []));

export function makeWhepSink({ onBytes, onConnected }: WhepSinkOptions): WhepSink {
  const peer = new PeerConnection('sink', { iceServers: [] });
  const video = new Video('0', 'RecvOnly');
  video.addH264Codec(PAYLOAD_TYPE, PARAMETERS);
  video.addRTXCodec(REPEAT_TYPE, PAYLOAD_TYPE, 90_000);
  video.parseSdpLine(`a=extmap:${TRANSPORT_ID} ${TRANSPORT_URI}`);
  video.parseSdpLine(`a=rtcp-fb:${PAYLOAD_TYPE} transport-cc`);
  const track = peer.addTrack(video);
  const receiver = makeTransportReceiver(VIDEO_SSRC);
  track.onMessage((packet) => {
    onBytes(packet.length);
    const number = transportNumberOf(packet, TRANSPORT_ID);
    if (number !== undefined) receiver.onPacket(number, performance.now());
  });
  setInterval(() => {
    const feedback = receiver.take();
    if (feedback && track.isOpen()) track.sendMessageBinary(feedback);
  }, FEEDBACK_MS);
  peer.onStateChange((state) => state === 'connected' && onConnected());
  const offer = new Promise<string>((resolve) => {
    peer.onGatheringStateChange((state) => {
      if (state === 'complete') resolve(peer.localDescription()!.sdp.replace(CANDIDATE, ''));
    });
    peer.setLocalDescription();
  });
  return {
    offer,
    connect(answer) {
      peer.setRemoteDescription(answer.replace(CANDIDATE, ''), 'answer');
      for (const candidate of candidatesOf(answer)) peer.addRemoteCandidate(candidate, '0');
      // The library lets go of tracks that nobody holds.
      return track.isClosed() ? [] : candidatesOf(peer.localDescription()?.sdp ?? '');
    },
  };
}
