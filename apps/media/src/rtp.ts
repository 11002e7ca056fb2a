/* RTP for publishers and viewers; the demo's publishers speak it too. */

export { asksForKeyframe } from './edge/webrtc/receiver-reports.ts';
export {
  isKeyUnit,
  makePacket,
  packetizeH264,
  senderReport,
  splitNals,
  stampPacket,
} from './edge/webrtc/rtp-packetizer.ts';
export { isRtcp, parseRtp } from './ingest/rtp/rtp.ts';
