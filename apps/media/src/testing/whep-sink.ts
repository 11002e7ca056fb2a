import { PeerConnection, Video } from 'node-datachannel';

/** A receiver of pictures by WebRTC that only counts bytes. */
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
const PARAMETERS = 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1';
const CANDIDATE = /^a=(candidate:.*|end-of-candidates)\r\n/gm;

const candidatesOf = (sdp: string): string[] =>
  [...sdp.matchAll(CANDIDATE)].flatMap(([, line]) => (line?.startsWith('candidate') ? line : []));

export function makeWhepSink({ onBytes, onConnected }: WhepSinkOptions): WhepSink {
  const peer = new PeerConnection('sink', { iceServers: [] });
  const video = new Video('0', 'RecvOnly');
  video.addH264Codec(PAYLOAD_TYPE, PARAMETERS);
  const track = peer.addTrack(video);
  track.onMessage((packet) => onBytes(packet.length));
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
