import { expect, test } from 'vitest';
import { BROWSER_OFFER } from '../../testing/browser-offer.ts';
import { filterPlayOffer, TRANSPORT_URI } from './play-offer.ts';

const play = (sdp: string) => {
  const result = filterPlayOffer(sdp);
  if (!result.ok) throw new Error(result.reason);
  return result;
};

/** The lines of a description's section. */
const section = (sdp: string, kind: string): string[] =>
  sdp
    .split(/(?=^m=)/m)
    .find((one) => one.startsWith(`m=${kind} `))!
    .trimEnd()
    .split('\r\n');

test('a browser keeps its feedback for each packet, its repeats, and nothing of other formats', () => {
  const { sdp, video, audio } = play(BROWSER_OFFER);
  expect(video).toMatchObject({ mid: '0', payloadType: 107, transportId: 3, repeatPayloadType: 108 });
  // This offer's sound names the feedback, but no header extension for it.
  expect(audio).toMatchObject({
    mid: '1',
    payloadType: 111,
    transportId: undefined,
    repeatPayloadType: undefined,
    redundantPayloadType: 63,
  });
  expect(section(sdp, 'audio')[0]).toBe('m=audio 9 UDP/TLS/RTP/SAVPF 111 63');
  expect(section(sdp, 'audio')).toContain('a=fmtp:63 111/111');
  const lines = section(sdp, 'video');
  expect(lines[0]).toBe('m=video 9 UDP/TLS/RTP/SAVPF 107 108');
  for (const kept of [
    `a=extmap:3 ${TRANSPORT_URI}`,
    'a=rtcp-fb:107 transport-cc',
    'a=rtcp-fb:107 nack',
    'a=rtcp-fb:107 nack pli',
    'a=rtpmap:108 rtx/90000',
    'a=fmtp:108 apt=107',
  ])
    expect(lines.filter((line) => line === kept)).toEqual([kept]);
  expect(sdp).not.toMatch(/:10[34]|toffset|VP8/);
});

test('sound has the same numbers where it offers them', () => {
  const withSound = BROWSER_OFFER.replace('a=mid:1\r\n', `a=mid:1\r\na=extmap:3 ${TRANSPORT_URI}\r\n`);
  const { sdp, audio } = play(withSound);
  expect(audio?.transportId).toBe(3);
  expect(section(sdp, 'audio')).toContain(`a=extmap:3 ${TRANSPORT_URI}`);
});

test.each([
  ['without the extension', (sdp: string) => sdp.replace(/a=extmap:3 .*\r\n/, ''), undefined, 108],
  [
    'without the feedback',
    (sdp: string) => sdp.replaceAll(/a=rtcp-fb:107 transport-cc\r\n/g, ''),
    undefined,
    108,
  ],
  [
    'with an id of the long form',
    (sdp: string) => sdp.replace('a=extmap:3 ', 'a=extmap:15 '),
    undefined,
    108,
  ],
  ['with a direction', (sdp: string) => sdp.replace('a=extmap:3 ', 'a=extmap:5/recvonly '), 5, 108],
  [
    'with feedback for all formats',
    (sdp: string) => sdp.replace('107 transport-cc', '* transport-cc'),
    3,
    108,
  ],
  ['without repeats of this format', (sdp: string) => sdp.replace('apt=107', 'apt=96'), 3, undefined],
  ['with a time for repeats', (sdp: string) => sdp.replace('apt=107', 'rtx-time=3000;apt=107'), 3, 108],
  ['with repeats of a number that is none', (sdp: string) => sdp.replaceAll(':108 ', ':208 '), 3, undefined],
])('a viewer %s is sent to in what is left', (_name, change, transportId, repeatPayloadType) => {
  expect(play(change(BROWSER_OFFER)).video).toMatchObject({ transportId, repeatPayloadType });
});

test('an offer without H.264 is refused, and one that is none', () => {
  expect(filterPlayOffer(BROWSER_OFFER.replaceAll('H264', 'H265'))).toMatchObject({ reason: 'no_codec' });
  expect(filterPlayOffer('v=0\r\n')).toMatchObject({ reason: 'malformed' });
});
