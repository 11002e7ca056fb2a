/* RTP for publishers and viewers; the demo's publishers speak it too. */

export { asksForKeyframe } from './edge/receiver-reports.ts';
export {
  isKeyUnit,
  makePacket,
  packetizeH264,
  senderReport,
  splitNals,
  stampPacket,
} from './edge/rtp-packetizer.ts';
export { isRtcp, parseRtp } from './ingest/rtp.ts';
