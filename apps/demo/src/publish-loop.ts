import { Audio, PeerConnection, type Track, Video } from 'node-datachannel';
import type { Log } from '@klieg/kernel';
import { asksForKeyframe } from '@klieg/media/rtp';
import { AUDIO_PAYLOAD_TYPE, makeLoopSender, type PacketLoop, VIDEO_PAYLOAD_TYPE } from './loop-sender.ts';

/** Where and with which right to publish. */
export interface PublishRight {
  readonly whipUrl: string;
  readonly token: string;
}

export interface PublishLoopOptions {
  readonly loop: PacketLoop;
  readonly log: Log;
  /** A fresh right; called before every connection. Undefined: there is none now, ask again later. */
  readonly getRight: () => Promise<PublishRight | undefined>;
}

/** A publisher that goes on until it is closed, over as many connections as it takes. */
export interface LoopPublisher {
  readonly isLive: boolean;
  /** Leaves politely (DELETE); a repeat does nothing. */
  close(): Promise<void>;
}

const VIDEO_MID = '0';
const CONNECT_MS = 10_000;
const REQUEST_MS = 10_000;
/** The other side has to finish its handshake before it can read the first keyframe. */
const START_MS = 250;
/** The receiver reports each second; without a report for this long it is gone. */
const REPORT_SILENCE_MS = 5_000;
/** A keyframe that is asked for again so soon is on its way. */
const KEY_MS_MIN = 200;
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;
const H264_PARAMETERS = 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1';

interface Connection {
  readonly peer: PeerConnection;
  readonly video: Track;
  readonly audio: Track;
  readonly videoSsrc: number;
  readonly audioSsrc: number;
}

const randomSsrc = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! || 1;

function makeConnection(): Connection {
  const peer = new PeerConnection('demo', { iceServers: [] });
  const videoSsrc = randomSsrc();
  const audioSsrc = randomSsrc();
  const picture = new Video(VIDEO_MID, 'SendOnly');
  picture.addH264Codec(VIDEO_PAYLOAD_TYPE, H264_PARAMETERS);
  picture.addSSRC(videoSsrc, 'demo', 'demo', 'video');
  const sound = new Audio('1', 'SendOnly');
  sound.addOpusCodec(AUDIO_PAYLOAD_TYPE);
  sound.addSSRC(audioSsrc, 'demo', 'demo', 'audio');
  return { peer, video: peer.addTrack(picture), audio: peer.addTrack(sound), videoSsrc, audioSsrc };
}

/** Resolves when `register`'s callback is called with true. @throws Error after the time limit */
function until(
  what: string,
  timeoutMs: number,
  register: (check: (isDone: boolean) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} took too long`)), timeoutMs);
    register((isDone) => {
      if (!isDone) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

async function makeOffer(peer: PeerConnection): Promise<string> {
  const gathered = until('gathering', CONNECT_MS, (check) =>
    peer.onGatheringStateChange((state) => check(state === 'complete')),
  );
  peer.setLocalDescription();
  await gathered;
  return peer.localDescription()?.sdp ?? '';
}

const CANDIDATE = /^a=(candidate:.*)\r\n/gm;

/**
 * Exchanges offer and answer. Candidates stay out of both descriptions: the connection has to begin
 * after the library has taken in the other side's fingerprint, else its handshake may come too early
 * and fail. The other side learns our address from our first check.
 * @returns address of the resource, to leave by
 */
async function exchange(right: PublishRight, peer: PeerConnection): Promise<string> {
  const response = await fetch(right.whipUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${right.token}` },
    body: (await makeOffer(peer)).replace(CANDIDATE, ''),
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  const answer = await response.text();
  const location = response.headers.get('location');
  if (response.status !== 201 || !location) throw new Error(`refused with ${response.status}`);
  peer.setRemoteDescription(answer.replace(CANDIDATE, ''), 'answer');
  for (const [, candidate = ''] of answer.matchAll(CANDIDATE)) peer.addRemoteCandidate(candidate, VIDEO_MID);
  return new URL(location, right.whipUrl).href;
}

/** Publishes a loop through the real ingest path (WHIP), for ever. */
export function publishLoop(options: PublishLoopOptions): LoopPublisher {
  const { loop, log } = options;
  const ending = new AbortController();
  let isLive = false;

  const pause = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      ending.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });

  /** Sends until the connection ends or the receiver falls silent. */
  const stream = async ({ peer, video, audio, videoSsrc, audioSsrc }: Connection): Promise<void> => {
    let heardMs = performance.now();
    let keyAtMs = -Infinity;
    const hear = (packet: Buffer): void => {
      heardMs = performance.now();
      if (heardMs - keyAtMs < KEY_MS_MIN || !asksForKeyframe(packet)) return;
      keyAtMs = heardMs;
      sender.jumpToKey();
    };
    video.onMessage(hear);
    audio.onMessage(hear);
    const send = (track: Track) => (packet: Buffer) => {
      if (track.isOpen()) track.sendMessageBinary(packet);
    };
    const sender = makeLoopSender({
      loop,
      videoSsrc,
      audioSsrc,
      startMs: performance.now() + START_MS,
      sendVideo: send(video),
      sendAudio: send(audio),
    });
    isLive = true;
    while (!ending.signal.aborted && peer.state() === 'connected') {
      if (performance.now() - heardMs > REPORT_SILENCE_MS) return;
      const waitMs = sender.send(performance.now(), Date.now());
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  };

  const connectAndStream = async (right: PublishRight): Promise<void> => {
    const connection = makeConnection();
    const { peer } = connection;
    let resource: string | undefined;
    try {
      const connected = until('connecting', CONNECT_MS + REQUEST_MS, (check) =>
        peer.onStateChange((state) => check(state === 'connected')),
      );
      // A failed exchange throws first; then nobody waits for the connection any more.
      connected.catch(() => {});
      resource = await exchange(right, peer);
      await connected;
      await stream(connection);
    } finally {
      isLive = false;
      if (resource)
        await fetch(resource, { method: 'DELETE', signal: AbortSignal.timeout(2_000) }).catch(() => {});
      peer.close();
    }
  };

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!ending.signal.aborted) {
      try {
        const right = await options.getRight();
        if (right && !ending.signal.aborted) {
          await connectAndStream(right);
          failures = 0;
        }
      } catch (err) {
        if (!ending.signal.aborted) log.warn({ err }, 'demo publisher');
      }
      if (ending.signal.aborted) return;
      await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!);
      failures += 1;
    }
  };
  const running = run();

  return {
    get isLive() {
      return isLive;
    },
    close() {
      ending.abort();
      return running;
    },
  };
}
