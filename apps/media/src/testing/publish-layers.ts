import { Audio, PeerConnection, Video } from 'node-datachannel';
import { makeSps } from './make-sps.ts';
import { aggregate, PPS, rtpPacket, senderReportPacket, slice } from './rtp-packets.ts';

/*
 * A publisher of several sizes at once in the words and packets of OBS 32 (plugins/obs-webrtc): sound first, names of
 * layers that count from 0, one source told of in the offer though each layer has its own, no repeats of their own, no
 * numbers for the connection.
 */

const VIDEO_TYPE = 96;
const AUDIO_TYPE = 111;
const BASE_SSRC = 52_000;
const MID_EXTENSION = 1;
const RID_EXTENSION = 2;
const H264_PARAMETERS = 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1';
const CANDIDATE = /^a=(candidate:.*)\r\n/gm;
const PACKET_BYTES = 1_100;
const KEYFRAME_MS = 1_000;

export interface LayerSize {
  readonly width: number;
  readonly height: number;
  readonly kbps?: number;
  /** Its times begin here; OBS begins all at the same. */
  readonly startTicks?: number;
}

export interface LayersPublisherOptions {
  readonly base: string;
  readonly token: string;
  readonly sizes: readonly LayerSize[];
  readonly fps?: number;
  /** Sender reports of each layer, as browsers send them. */
  readonly hasReports?: boolean;
  /** Changes the offer before it is sent. */
  readonly changeOffer?: (sdp: string) => string;
}

export interface LayersPublisher {
  readonly answer: string;
  /** A layer that is not sent any more, and one that is sent again. */
  setSent(layer: number, isSent: boolean): void;
  close(): void;
}

/** The lines that OBS has beside what the library writes. */
function withLayers(sdp: string, count: number): string {
  const rids = Array.from({ length: count }, (_, i) => String(i));
  const lines = [
    `a=extmap:${MID_EXTENSION} urn:ietf:params:rtp-hdrext:sdes:mid`,
    `a=extmap:${RID_EXTENSION} urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id`,
    ...rids.map((rid) => `a=rid:${rid} send`),
    `a=simulcast:send ${rids.join(';')}`,
  ];
  return sdp.replace(/(m=video[^]*?a=mid:1\r\n)/, `$1${lines.join('\r\n')}\r\n`);
}

async function offerOf(peer: PeerConnection): Promise<string> {
  const gathered = new Promise<void>((resolve) => {
    peer.onGatheringStateChange((state) => state === 'complete' && resolve());
  });
  peer.setLocalDescription();
  await gathered;
  return peer.localDescription()!.sdp.replace(CANDIDATE, '');
}

/** Publishes in several sizes; resolves when connected. @throws Error with the status where it is refused */
export async function publishLayers(options: LayersPublisherOptions): Promise<LayersPublisher> {
  const { sizes, fps = 20, hasReports = false, changeOffer = (sdp) => sdp } = options;
  const peer = new PeerConnection('publisher', { iceServers: [] });
  const sound = new Audio('0', 'SendOnly');
  sound.addOpusCodec(AUDIO_TYPE);
  sound.addSSRC(BASE_SSRC, 'obs', 'obs', 'audio');
  peer.addTrack(sound);
  const picture = new Video('1', 'SendOnly');
  picture.addH264Codec(VIDEO_TYPE, H264_PARAMETERS);
  picture.addSSRC(BASE_SSRC + 1, 'obs', 'obs', 'video');
  const track = peer.addTrack(picture);
  const connected = new Promise<void>((resolve) => {
    peer.onStateChange((state) => state === 'connected' && resolve());
  });
  const response = await fetch(`${options.base}/live/whip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${options.token}`, 'content-type': 'application/sdp' },
    body: changeOffer(withLayers(await offerOf(peer), sizes.length)),
  });
  if (response.status !== 201) {
    peer.close();
    throw new Error(`refused with ${response.status}`);
  }
  const answer = await response.text();
  // The library knows nothing of layers.
  peer.setRemoteDescription(
    answer.replace(CANDIDATE, '').replace(/^a=(?:rid|simulcast).*\r\n/gm, ''),
    'answer',
  );
  for (const [, line = ''] of answer.matchAll(CANDIDATE)) peer.addRemoteCandidate(line, '0');
  await connected;

  const sequences = sizes.map(() => 0);
  const stopped = new Set<number>();
  const send = (layer: number, timestamp: number, payload: Buffer, isMarked: boolean): void => {
    if (!track.isOpen()) return;
    const extensions = new Map([
      [MID_EXTENSION, Buffer.from('1')],
      [RID_EXTENSION, Buffer.from(String(layer))],
    ]);
    const ssrc = BASE_SSRC + 1 + layer;
    const sequence = (sequences[layer] = sequences[layer]! + 1);
    track.sendMessageBinary(
      rtpPacket({ payloadType: VIDEO_TYPE, ssrc, sequence, timestamp, payload, isMarked, extensions }),
    );
  };
  const sendPicture = (layer: number, ticks: number, isKey: boolean): void => {
    const { width, height, kbps = 200, startTicks = 0 } = sizes[layer]!;
    const timestamp = (startTicks + ticks) % 2 ** 32;
    if (isKey) send(layer, timestamp, aggregate(makeSps(width, height), PPS), false);
    const bytes = (kbps * 1_000) / 8 / fps;
    const count = Math.max(1, Math.ceil(bytes / PACKET_BYTES));
    for (let i = 0; i < count; i++)
      send(layer, timestamp, slice(isKey ? 5 : 1, Math.min(bytes, PACKET_BYTES)), i === count - 1);
  };
  const sendReport = (layer: number, ticks: number): void => {
    const report = senderReportPacket(
      BASE_SSRC + 1 + layer,
      4_000 + ticks / 90_000,
      (sizes[layer]!.startTicks ?? 0) + ticks,
    );
    if (track.isOpen()) track.sendMessageBinary(report);
  };
  const startedMs = performance.now();
  const perKey = Math.round((KEYFRAME_MS * fps) / 1_000);
  let sent = 0;
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - startedMs) * fps) / 1_000; sent++) {
      const ticks = Math.round((sent * 90_000) / fps);
      for (const layer of sizes.keys()) {
        if (stopped.has(layer)) continue;
        sendPicture(layer, ticks, sent % perKey === 0);
        if (hasReports && sent % perKey === 1) sendReport(layer, ticks);
      }
    }
  }, 10);
  return {
    answer,
    setSent: (layer, isSent) => void (isSent ? stopped.delete(layer) : stopped.add(layer)),
    close() {
      clearInterval(timer);
      track.close();
      peer.close();
    },
  };
}
