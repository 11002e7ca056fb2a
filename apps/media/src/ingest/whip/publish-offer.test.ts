import { seededRandom } from '@klieg/testing/fuzzing';
import { howMany } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { BROWSER_OFFER, SIMULCAST_OFFER, simulcastOffer } from '../../testing/browser-offer.ts';
import { filterPublishOffer } from './publish-offer.ts';

/** What the library answers to a section of a picture. */
const OWN_ANSWER = [
  'v=0',
  'o=rtc 1774862108 0 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'a=group:LS 0',
  'm=video 55607 UDP/TLS/RTP/SAVPF 107 108',
  'c=IN IP4 192.0.2.2',
  'a=mid:0',
  'a=recvonly',
  'a=rtcp-mux',
  'a=rtpmap:107 H264/90000',
  'a=setup:active',
  'a=ice-ufrag:TyR5',
  'a=ice-pwd:qQ5Ld1l/B6VSywuWJFV1Z/',
  'a=candidate:1 1 UDP 2114977791 192.0.2.2 55607 typ host',
  'a=end-of-candidates',
  '',
].join('\r\n');

function taken(sdp: string) {
  const offer = filterPublishOffer(sdp);
  if (!offer.ok) throw new Error(offer.reason);
  return offer;
}

const sectionsOf = (sdp: string) => sdp.split(/(?=^m=)/m);

test('of a browser the library hears of the picture alone, with repeats and the numbers of its connection (LIVE-VIDEO-029)', () => {
  const offer = taken(BROWSER_OFFER);
  expect(offer).toMatchObject({
    videoPayloadType: 107,
    rtxPayloadType: 108,
    audioPayloadType: 111,
    extensions: { transportSequence: 3 },
    layers: [],
    videoMid: '0',
  });
  expect(offer.sdp).toContain('a=group:BUNDLE 0\r\n');
  expect(offer.sdp).toContain('m=video 9 UDP/TLS/RTP/SAVPF 107 108\r\n');
  expect(offer.sdp).toContain('a=fmtp:108 apt=107\r\n');
  expect(offer.sdp).toContain('a=rtcp-fb:107 transport-cc\r\n');
  expect(offer.sdp).toMatch(/a=extmap:3 \S+transport-wide-cc/);
  expect(offer.sdp).not.toMatch(/m=audio|toffset|VP8|a=ssrc|a=msid:|:103 |:96 /);
});

test('the answer has every section of the offer, in its order, on one connection whose addresses stand first', () => {
  const [session, video, audio] = sectionsOf(taken(BROWSER_OFFER).completeAnswer(OWN_ANSWER, []));
  expect(session).toContain('a=group:BUNDLE 0 1\r\n');
  expect(video).toMatch(/a=candidate:1 1 UDP.*\r\na=end-of-candidates\r\n$/);
  expect(audio).toMatch(
    /^m=audio 9 UDP\/TLS\/RTP\/SAVPF 63 111\r\nc=IN IP4 0\.0\.0\.0\r\na=mid:1\r\na=recvonly\r\n/,
  );
  expect(audio).toContain('a=rtpmap:111 opus/48000/2\r\n');
  expect(audio).toContain('a=fmtp:111 minptime=10;useinbandfec=1\r\n');
  expect(audio).toContain('a=ice-ufrag:TyR5\r\n');
  // Browsers send by the first format, so each packet of sound carries the one before it as well.
  expect(audio).toContain('a=rtpmap:63 red/48000/2\r\na=fmtp:63 111/111\r\n');
  expect(audio).not.toMatch(/candidate|PCMU/);
  const swapped = [
    sectionsOf(BROWSER_OFFER)[0],
    sectionsOf(BROWSER_OFFER)[2],
    sectionsOf(BROWSER_OFFER)[1],
  ].join('');
  const answer = sectionsOf(taken(swapped).completeAnswer(OWN_ANSWER, []));
  expect(answer[0]).toContain('a=group:BUNDLE 1 0\r\n');
  expect(answer[1]).toMatch(/^m=audio[^]*a=candidate:/);
  expect(answer[2]).toMatch(/^m=video(?![^]*candidate)/);
});

test('a publisher that does not number its packets is asked for nothing of the kind', () => {
  const offer = taken(BROWSER_OFFER.replaceAll(/a=rtcp-fb:10[37] transport-cc\r\n/g, ''));
  expect(offer.extensions).toEqual({});
  expect(offer.sdp).not.toMatch(/transport|extmap:3/);
});

test('sizes of the picture are taken by their names, and answered', () => {
  const offer = taken(SIMULCAST_OFFER);
  expect(offer).toMatchObject({
    layers: ['h', 'm', 'l'],
    rtxPayloadType: 108,
    extensions: { transportSequence: 3, rid: 10, repairedRid: 11 },
  });
  expect(offer.sdp).not.toMatch(/a=rid|simulcast/);
  const answer = offer.completeAnswer(OWN_ANSWER, offer.layers);
  expect(answer).toContain('a=rid:h recv\r\na=rid:m recv\r\na=rid:l recv\r\na=simulcast:recv h;m;l\r\n');
  expect(offer.completeAnswer(OWN_ANSWER, ['m'])).toMatch(/a=rid:m recv\r\na=simulcast:recv m\r\n/);
});

test('of ten sizes four are taken; without an extension that names them, none', () => {
  const many = Array.from({ length: 10 }, (_, i) => `r${i}`);
  expect(taken(simulcastOffer(many)).layers).toEqual(['r0', 'r1', 'r2', 'r3']);
  expect(taken(SIMULCAST_OFFER.replace('sdes:rtp-stream-id', 'x')).layers).toEqual([]);
  expect(taken(SIMULCAST_OFFER.replace('repaired-rtp', 'x')).rtxPayloadType).toBeUndefined();
  expect(taken(simulcastOffer(['one'])).layers).toEqual([]);
});

test.each([
  ['names a size twice', simulcastOffer(['h', 'h', 'l'])],
  ['sends a size that it does not describe', SIMULCAST_OFFER.replace('a=rid:m send\r\n', '')],
  ['names a size in letters that are none', SIMULCAST_OFFER.replace('send h;m;l', 'send h;m!;l')],
  ['has two lists of sizes', SIMULCAST_OFFER.replace('a=simulcast', 'a=simulcast:send h;l\r\na=simulcast')],
  ['names a hundred sizes', simulcastOffer(Array.from({ length: 100 }, (_, i) => `r${i}`))],
  ['gives sound and picture the same type', BROWSER_OFFER.replaceAll(/\b111\b/g, '107')],
  ['gives sound and picture the same name', BROWSER_OFFER.replace('a=mid:1', 'a=mid:0')],
])('an offer that %s is malformed', (_what, sdp) => {
  expect(filterPublishOffer(sdp)).toEqual({ ok: false, reason: 'malformed' });
});

test('an offer without sound is taken', () => {
  const pictureOnly = BROWSER_OFFER.slice(0, BROWSER_OFFER.indexOf('m=audio'));
  const offer = taken(pictureOnly);
  expect(offer.audioPayloadType).toBeUndefined();
  expect(sectionsOf(offer.completeAnswer(OWN_ANSWER, []))).toHaveLength(2);
});

test('mutated offers are taken or refused, and never throw', () => {
  const random = seededRandom(20_261_128);
  for (let i = 0; i < howMany(2_000, 50_000); i++) {
    let text = SIMULCAST_OFFER;
    for (let k = 0; k < 1 + random() * 6; k++) {
      const at = Math.floor(random() * text.length);
      const insert = random() < 0.5 ? String.fromCharCode(random() * 256) : text.slice(at - 60, at);
      text = text.slice(0, at) + insert + text.slice(at + Math.floor(random() * 40));
    }
    const offer = filterPublishOffer(text);
    if (offer.ok) expect(offer.completeAnswer(OWN_ANSWER, offer.layers)).toContain('m=video');
  }
});
