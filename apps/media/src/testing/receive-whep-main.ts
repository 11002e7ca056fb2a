import { firstAddress, type LineProfile, startBadLine, throughLine } from '@klieg/testing/bad-line';
import { Audio, PeerConnection, Video } from 'node-datachannel';
import { makeH264Depacketizer } from '../ingest/rtp/h264-depacketizer.ts';
import { AUDIO_SSRC, VIDEO_SSRC } from '../edge/webrtc/rtp-outlet.ts';
import { makeReception } from '../ingest/receive/reception.ts';
import { receiverReport } from '../ingest/rtp/rtcp-feedback.ts';
import { parseRtp, type RtpPacket } from '../ingest/rtp/rtp.ts';
import { makeUnwrapper } from '../ingest/rtp/unwrap.ts';

/*
 * A viewer by WHEP in a process of its own: argument 1 is the address of the stream, 2 the token, 4 a bad line that
 * lies in between, as JSON. Says what it gets ten times a second.
 */

const [, , address = '', token = ''] = process.argv;
const VIDEO = 102;
const AUDIO = 111;
const TELL_MS = 50;
const REPORT_MS = 500;

const connection = new PeerConnection('receiver', { iceServers: [] });
const video = new Video('0', 'RecvOnly');
video.addH264Codec(VIDEO, 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1');
const audio = new Audio('1', 'RecvOnly');
audio.addOpusCodec(AUDIO);
const counts = { pictures: 0, keyframes: 0, soundPackets: 0 };
let isClosed = false;
const depacketizer = makeH264Depacketizer((unit) => {
  counts.pictures += 1;
  if (unit.isKey) counts.keyframes += 1;
});
// The library lets go of tracks that nobody holds.
const tracks = [connection.addTrack(video as never), connection.addTrack(audio as never)];
/** What came of each track. */
const receptions = [makeReception(90_000), makeReception(48_000)];
const unwraps = [makeUnwrapper(16), makeUnwrapper(16)];
const ssrcs = [VIDEO_SSRC, AUDIO_SSRC];
const note = (place: 0 | 1, { sequence, timestamp }: RtpPacket): void =>
  receptions[place]!.onPacket(unwraps[place]!.next(sequence), timestamp, performance.now());
tracks[0]!.onMessage((packet) => {
  const rtp = parseRtp(packet);
  if (rtp?.payloadType !== VIDEO) return;
  note(0, rtp);
  depacketizer.push(rtp);
});
tracks[1]!.onMessage((packet) => {
  const rtp = parseRtp(packet);
  if (rtp?.payloadType !== AUDIO) return;
  note(1, rtp);
  counts.soundPackets += 1;
});
/** Browsers report what they have got; a hacked one may not. */
const report = (): void =>
  tracks.forEach((track, i) => {
    receptions[i]!.closeInterval();
    const block = receptions[i]!.block(ssrcs[i]!, performance.now());
    if (track.isOpen() && block.highestSequence > 0) track.sendMessageBinary(receiverReport(block));
  });
if (process.argv[4] !== 'silent') setInterval(report, REPORT_MS);
connection.onStateChange((state) => {
  isClosed ||= state === 'closed' || state === 'failed' || state === 'disconnected';
});
const offer = await new Promise<string>((resolve) => {
  connection.onGatheringStateChange((state) => {
    if (state === 'complete') resolve(connection.localDescription()!.sdp);
  });
  connection.setLocalDescription();
});
/** An answer whose address is that of a line to the media process. */
async function behindLine(sdp: string, line: string | undefined): Promise<string> {
  const target = firstAddress(sdp);
  if (!line || !target) return sdp;
  const profile = JSON.parse(line) as LineProfile;
  const { port } = await startBadLine({ target, up: profile, down: profile, random: Math.random });
  return throughLine(sdp, port);
}
const answer = await fetch(address, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
  // The library takes it ill to be reached before it has read the answer, so it is the one who calls.
  body: offer.replace(/^a=(?:candidate:.*|end-of-candidates)\r\n/gm, ''),
  // Nobody is there: whoever started it sees it end.
}).catch(() => process.exit(1));
if (answer.status !== 201) {
  process.send?.({ refused: answer.status });
  process.disconnect();
} else {
  connection.setRemoteDescription(await behindLine(await answer.text(), process.argv[5]), 'answer');
  const resource = new URL(answer.headers.get('location')!, address).href;
  process.send?.({ resource });
  // Whoever started it may be gone at this moment: then it ends, without an error.
  const tell = () => process.send?.({ ...counts, isClosed, tracks: tracks.length }, () => {});
  setInterval(tell, TELL_MS);
}
process.on('disconnect', () => process.exit(0));
