import type { FuzzTarget } from '@klieg/testing/fuzzing';
import { filterPlayOffer } from '../../edge/webrtc/play-offer.ts';
import { filterPublishOffer } from '../../ingest/whip/publish-offer.ts';
import { candidatesOf } from '../../ingest/whip/sdp.ts';
import { BROWSER_OFFER, SIMULCAST_OFFER } from '../browser-offer.ts';

/* Session descriptions of publishers and viewers, and the candidates that they send after them. */

const TRICKLE =
  'a=ice-ufrag:EsAw\r\na=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1\r\nm=audio 9 RTP/AVP 0\r\na=mid:0\r\n' +
  'a=candidate:1387637174 1 udp 2122260223 192.0.2.1 61764 typ host generation 0 ufrag EsAw network-id 1\r\n' +
  'a=end-of-candidates\r\n';

function feed(input: Buffer): string {
  const text = input.toString('utf8');
  const offer = filterPublishOffer(text);
  if (offer.ok && /[\r\n]/.test([...offer.layers, offer.videoMid].join('')))
    throw new Error('a name of two lines');
  if (offer.ok) offer.completeAnswer(text, offer.layers);
  const play = filterPlayOffer(text);
  const candidates = candidatesOf(text);
  if (candidates.some(({ candidate }) => /[\r\n]/.test(candidate)))
    throw new Error('a candidate of two lines');
  const named = offer.ok ? 'publishes' : offer.reason;
  return `${named}, ${'ok' in play && play.ok ? 'plays' : 'does not play'}, ${Math.min(candidates.length, 2)}`;
}

export const target: FuzzTarget = {
  seeds: [Buffer.from(BROWSER_OFFER), Buffer.from(SIMULCAST_OFFER), Buffer.from(TRICKLE)],
  bytesMax: 64 * 1024,
  words: [
    'm=video 9 UDP/TLS/RTP/SAVPF 102\r\n',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n',
    'a=rtpmap:102 H264/90000\r\n',
    'a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f\r\n',
    'a=candidate:',
    'a=mid:',
    'a=rtcp-fb:',
    'a=group:BUNDLE 0 1\r\n',
    'a=sendonly\r\n',
    'a=rid:h send\r\n',
    'a=simulcast:send h;m;l\r\n',
    'a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id\r\n',
    'a=recvonly\r\n',
    '\r\n',
    '\0',
  ],
  feed,
};
