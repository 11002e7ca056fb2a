import { Audio, PeerConnection, Video } from 'node-datachannel';
import { makeH264Depacketizer } from '../ingest/h264-depacketizer.ts';
import { parseRtp } from '../ingest/rtp.ts';

/** A viewer by WHEP, in this process. */
export interface WhepReceiver {
  readonly pictures: number;
  readonly keyframes: number;
  readonly soundPackets: number;
  readonly isClosed: boolean;
  /** Address of the resource. */
  readonly resource: string;
  close(): Promise<void>;
}

/** Plays a stream by WHEP. @throws Error with the status where the offer is refused */
export async function receiveWhep(base: string, streamName: string, token: string): Promise<WhepReceiver> {
  const connection = new PeerConnection('receiver', { iceServers: [] });
  const video = new Video('0', 'RecvOnly');
  video.addH264Codec(102, 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1');
  const audio = new Audio('1', 'RecvOnly');
  audio.addOpusCodec(111);
  const counts = { pictures: 0, keyframes: 0, soundPackets: 0 };
  let isClosed = false;
  const depacketizer = makeH264Depacketizer((unit) => {
    counts.pictures += 1;
    if (unit.isKey) counts.keyframes += 1;
  });
  // The library lets go of tracks that nobody holds.
  const tracks = [connection.addTrack(video as never), connection.addTrack(audio as never)];
  tracks[0]!.onMessage((packet) => {
    const rtp = parseRtp(packet);
    if (rtp?.payloadType === 102) depacketizer.push(rtp);
  });
  tracks[1]!.onMessage((packet) => {
    if (parseRtp(packet)?.payloadType === 111) counts.soundPackets += 1;
  });
  connection.onStateChange((state) => {
    isClosed ||= state === 'closed' || state === 'failed' || state === 'disconnected';
  });
  const offer = await new Promise<string>((resolve) => {
    connection.onGatheringStateChange((state) => {
      if (state === 'complete') resolve(connection.localDescription()!.sdp);
    });
    connection.setLocalDescription();
  });
  const answer = await fetch(`${base}/live/whep/${streamName}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
    // The library takes it ill to be reached before it has read the answer, so it is the one who calls.
    body: offer.replace(/^a=(?:candidate:.*|end-of-candidates)\r\n/gm, ''),
  });
  if (answer.status !== 201) {
    isClosed = true;
    connection.close();
    throw new Error(`refused with ${answer.status}`);
  }
  connection.setRemoteDescription(await answer.text(), 'answer');
  const resource = new URL(answer.headers.get('location')!, base).href;
  return {
    get pictures() {
      return counts.pictures;
    },
    get keyframes() {
      return counts.keyframes;
    },
    get soundPackets() {
      return counts.soundPackets;
    },
    get isClosed() {
      return isClosed;
    },
    resource,
    async close() {
      await fetch(resource, { method: 'DELETE' }).catch(() => undefined);
      for (const track of tracks) track.close();
      connection.close();
    },
  };
}
