import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeLoopSender, packetLoop, readLoop } from '@klieg/demo/loops';
import { MediaStreamTrack, RTCPeerConnection, useH264, useOPUS } from 'werift';

/*
 * The pictures and sounds of a loop sent by werift to one viewer after the other, as they are; it answers requests for
 * repeats by itself. Argument 1 is the folder with the loop. Each message is an offer, and is answered.
 */

const loop = await readLoop(
  join(
    process.argv[2]!,
    readdirSync(process.argv[2]!).find((name) => name.endsWith('.loop'))!,
  ),
);
if (!loop) throw new Error('there is no loop');
const video = new MediaStreamTrack({ kind: 'video' });
const audio = new MediaStreamTrack({ kind: 'audio' });
const isReport = (packet: Buffer): boolean => packet[1]! >= 192 && packet[1]! <= 223;
const sender = makeLoopSender({
  loop: packetLoop(loop),
  videoSsrc: 1,
  audioSsrc: 2,
  startMs: performance.now(),
  sendVideo: (packet) => isReport(packet) || video.writeRtp(packet),
  sendAudio: (packet) => isReport(packet) || audio.writeRtp(packet),
});
setInterval(() => sender.send(performance.now(), Date.now()), 10);

let peer: RTCPeerConnection | undefined;
process.on('message', async ({ sdp }: { sdp: string }) => {
  await peer?.close();
  const feedback = [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }];
  peer = new RTCPeerConnection({
    codecs: {
      video: [useH264({ rtcpFeedback: feedback })],
      audio: [useOPUS()],
    },
    iceServers: [],
  });
  peer.addTransceiver(video, { direction: 'sendonly' });
  peer.addTransceiver(audio, { direction: 'sendonly' });
  await peer.setRemoteDescription({ type: 'offer', sdp });
  await peer.setLocalDescription(await peer.createAnswer());
  process.send?.({ sdp: peer.localDescription!.sdp });
});
process.on('disconnect', () => process.exit(0));
