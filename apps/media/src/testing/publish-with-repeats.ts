import { Audio, PeerConnection, RtcpNackResponder, Video } from 'node-datachannel';
import { loopPath } from '@klieg/demo';
import {
  AUDIO_PAYLOAD_TYPE,
  type Loop,
  makeLoopSender,
  packetLoop,
  readLoop,
  VIDEO_PAYLOAD_TYPE,
} from '@klieg/demo/loops';

/** A publisher of the test loop in this process that sends packets again when asked to. */
export interface RepeatingPublisher {
  readonly loop: Loop;
  close(): void;
}

export interface RepeatingPublisherOptions {
  readonly base: string;
  readonly token: string;
  readonly dataDir: string;
  /** Where to send instead of the candidate's address. @returns a port of 127.0.0.1 */
  readonly through: (candidate: { address: string; port: number }) => Promise<number>;
}

/** The scene of `prepareTestLoop`. */
const SCENE = 's00';
const VIDEO_SSRC = 7_001;
const AUDIO_SSRC = 7_002;
/** Two seconds of packets. */
const REPEATS_MAX = 512;
const H264_PARAMETERS = 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1';
const CANDIDATE = /^a=(candidate:.*)\r\n/gm;
const HOST = /^(candidate:\S+ 1 udp \d+) (\d+\.\d+\.\d+\.\d+) (\d+) (typ host.*)$/i;

function makeConnection() {
  const peer = new PeerConnection('publisher', { iceServers: [] });
  const picture = new Video('0', 'SendOnly');
  picture.addH264Codec(VIDEO_PAYLOAD_TYPE, H264_PARAMETERS);
  picture.addSSRC(VIDEO_SSRC, 'test', 'test', 'video');
  const sound = new Audio('1', 'SendOnly');
  sound.addOpusCodec(AUDIO_PAYLOAD_TYPE);
  sound.addSSRC(AUDIO_SSRC, 'test', 'test', 'audio');
  const video = peer.addTrack(picture);
  video.setMediaHandler(new RtcpNackResponder(REPEATS_MAX));
  return { peer, video, audio: peer.addTrack(sound) };
}

/** Offers without candidates, so that the other side hears of us through the relay alone. */
async function exchange(peer: PeerConnection, { base, token }: RepeatingPublisherOptions): Promise<string> {
  const offer = await new Promise<string>((resolve) => {
    peer.onGatheringStateChange((state) => {
      if (state === 'complete') resolve(peer.localDescription()!.sdp);
    });
    peer.setLocalDescription();
  });
  const answer = await fetch(`${base}/live/whip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
    body: offer.replace(CANDIDATE, ''),
  });
  if (answer.status !== 201) throw new Error(`refused with ${answer.status}`);
  return answer.text();
}

/** Publishes the loop through a relay; resolves when it is connected. */
export async function publishWithRepeats(options: RepeatingPublisherOptions): Promise<RepeatingPublisher> {
  const loop = await readLoop(loopPath(options.dataDir, SCENE));
  if (!loop) throw new Error('the loop is missing');
  const { peer, video, audio } = makeConnection();
  const connected = new Promise<void>((resolve) => {
    peer.onStateChange((state) => state === 'connected' && resolve());
  });
  const answer = await exchange(peer, options);
  const candidates = [...answer.matchAll(CANDIDATE)].flatMap(([, line = '']) => HOST.exec(line.trim()) ?? []);
  const [, start, address, port, end] = candidates;
  if (!start || !address) throw new Error('the answer has no address');
  const relayPort = await options.through({ address, port: Number(port) });
  peer.setRemoteDescription(answer.replace(CANDIDATE, ''), 'answer');
  peer.addRemoteCandidate(`${start} 127.0.0.1 ${relayPort} ${end}`, '0');
  await connected;

  const sender = makeLoopSender({
    loop: packetLoop(loop),
    videoSsrc: VIDEO_SSRC,
    audioSsrc: AUDIO_SSRC,
    startMs: performance.now() + 250,
    sendVideo: (packet) => void (video.isOpen() && video.sendMessageBinary(packet)),
    sendAudio: (packet) => void (audio.isOpen() && audio.sendMessageBinary(packet)),
  });
  let timer: NodeJS.Timeout;
  const step = (): void => {
    timer = setTimeout(step, sender.send(performance.now(), Date.now()));
  };
  step();
  return {
    loop,
    close() {
      clearTimeout(timer);
      video.close();
      audio.close();
      peer.close();
    },
  };
}
