import { MediaStreamTrack, RTCPeerConnection, useH264 } from 'werift';
import { makePacket, packetizeNals, stampPacket } from '../../apps/media/src/edge/webrtc/rtp-packetizer.ts';
import type { ReceiverMessage } from './whep-messages.ts';
import { streamPictures } from './whep-pictures.ts';

/*
 * The same pictures sent by werift, one track for all viewers; it answers requests for repeats by itself.
 */

const PAYLOAD_TYPE = 102;
const track = new MediaStreamTrack({ kind: 'video' });
const peers = new Map<number, RTCPeerConnection>();
let sequence = 0;

async function answer(id: number, sdp: string): Promise<void> {
  const peer = new RTCPeerConnection({
    codecs: { video: [useH264({ payloadType: PAYLOAD_TYPE })] },
    iceServers: [],
  });
  peers.set(id, peer);
  peer.addTransceiver(track, { direction: 'sendonly' });
  await peer.setRemoteDescription({ type: 'offer', sdp });
  await peer.setLocalDescription(await peer.createAnswer());
  process.send?.({ answer: id, sdp: peer.localDescription!.sdp });
}

process.on('message', (message: ReceiverMessage) => {
  if ('offer' in message) return void answer(message.offer, message.sdp);
  const peer = peers.get(message.candidates);
  for (const candidate of message.list)
    void peer?.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 });
});
process.on('disconnect', () => process.exit(0));
streamPictures(Number(process.argv[2]), ({ ticks, nals }) => {
  const payloads = packetizeNals(nals);
  payloads.forEach((payload, i) => {
    const packet = makePacket(PAYLOAD_TYPE, payload, i === payloads.length - 1);
    sequence = (sequence + 1) & 0xffff;
    stampPacket(packet, sequence, ticks, 1);
    track.writeRtp(packet);
  });
});
