import { expect, test } from 'vitest';
import { BROWSER_OFFER } from '../../testing/browser-offer.ts';
import { seededRandom } from '@klieg/testing/fuzzing';
import { advertiseAddress, candidatesOf, filterOffer, limitBandwidth } from './sdp.ts';

test('a browser offer is reduced to constrained baseline H.264 and Opus (LIVE-VIDEO-029)', () => {
  const offer = filterOffer(BROWSER_OFFER);
  expect(offer).toMatchObject({ ok: true, videoPayloadType: 107, audioPayloadType: 111 });
  const sdp = offer.ok ? offer.sdp : '';
  expect(sdp).toContain('m=video 9 UDP/TLS/RTP/SAVPF 107\r\n');
  expect(sdp).toContain('m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n');
  expect(sdp).toContain('a=rtcp-fb:107 nack pli');
  expect(sdp).not.toMatch(/transport-cc|a=extmap:|VP8|rtx|red|PCMU/);
});

test("an encoder program's H.264 of any profile is taken when it offers no other (LIVE-VIDEO-029)", () => {
  const offer = filterOffer(BROWSER_OFFER.replaceAll('42e01f', '640028').replaceAll('42001f', '640028'));
  expect(offer).toMatchObject({ ok: true, videoPayloadType: 103 });
});

test('an offer without audio is taken', () => {
  const pictureOnly = BROWSER_OFFER.slice(0, BROWSER_OFFER.indexOf('m=audio')).replace(
    'BUNDLE 0 1',
    'BUNDLE 0',
  );
  expect(filterOffer(pictureOnly)).toMatchObject({ ok: true, audioPayloadType: undefined });
});

test.each([
  ['no H.264', BROWSER_OFFER.replaceAll('H264', 'VP9')],
  ['no packetization mode 1', BROWSER_OFFER.replaceAll('packetization-mode=1', 'packetization-mode=0')],
  ['audio without Opus', BROWSER_OFFER.replaceAll('opus', 'G722')],
])('an offer with %s has no codec in common', (_what, sdp) => {
  expect(filterOffer(sdp)).toEqual({ ok: false, reason: 'no_codec' });
});

test.each([
  ['is empty', ''],
  ['is not SDP', 'hello\r\nworld\r\n'],
  ['has two pictures', BROWSER_OFFER + BROWSER_OFFER.slice(BROWSER_OFFER.indexOf('m=video'))],
  ['has a data channel', `${BROWSER_OFFER}m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n`],
  ['has no fingerprint', BROWSER_OFFER.replaceAll('a=fingerprint', 'a=finger')],
  ['is endless', BROWSER_OFFER + 'a=x\r\n'.repeat(5_000)],
])('an offer that %s is malformed', (_what, sdp) => {
  expect(filterOffer(sdp)).toEqual({ ok: false, reason: 'malformed' });
});

test('5,000 mutated offers are taken or refused, and never throw', () => {
  const random = seededRandom(20_260_801);
  for (let i = 0; i < 5_000; i++) {
    let text = BROWSER_OFFER;
    for (let k = 0; k < 1 + random() * 6; k++) {
      const at = Math.floor(random() * text.length);
      const length = Math.floor(random() * 40);
      const insert = random() < 0.5 ? String.fromCharCode(random() * 256) : text.slice(at - 60, at);
      text = text.slice(0, at) + insert + text.slice(at + length);
    }
    expect(typeof filterOffer(text).ok).toBe('boolean');
  }
});

test('the public address takes the place of the private one, loopback stays', () => {
  const answer =
    'a=candidate:1 1 UDP 2122317823 10.0.0.7 40000 typ host\r\na=candidate:2 1 UDP 2122317567 127.0.0.1 40000 typ host\r\n';
  expect(advertiseAddress(answer, '203.0.113.9')).toBe(answer.replace('10.0.0.7', '203.0.113.9'));
});

test('candidates of a trickle fragment come with their section', () => {
  const fragment =
    'a=ice-ufrag:x\r\na=mid:1\r\na=candidate:1 1 udp 1 127.0.0.1 9 typ host\r\na=end-of-candidates\r\n';
  expect(candidatesOf(fragment)).toEqual([
    { mid: '1', candidate: 'candidate:1 1 udp 1 127.0.0.1 9 typ host' },
  ]);
  expect(candidatesOf('a=candidate:1\u0000 x')).toEqual([]);
  expect(candidatesOf('a=candidate:1 1 udp 1 klieg.example 9 typ host\r\n')).toEqual([]);
  expect(candidatesOf('a=candidate:1 1 udp 1 192.0.2.1 9 typ host\r\n'.repeat(500))).toHaveLength(64);
});

test('an answer says how much is taken, of the picture alone and in the order of a description (RFC 8866)', () => {
  const told = limitBandwidth(BROWSER_OFFER, 2_500).split('\r\n');
  const at = told.findIndex((line) => line.startsWith('m=video'));
  expect(told.slice(at + 1, at + 3)).toEqual([expect.stringMatching(/^c=/), 'b=AS:2500']);
  expect(told.filter((line) => line.startsWith('b='))).toHaveLength(1);
});
