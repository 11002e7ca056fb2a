import { signMediaToken, verifyMediaToken } from '@klieg/contract/media';
import { type FuzzTarget, takeFrom } from '@klieg/testing/fuzzing';
import { lineOf } from '../../edge/first-feed.ts';
import { parseViewerMessage } from '../../edge/sockets/viewer-message.ts';
import { parseCommand } from '../../control/commands.ts';
import { parseHlsPath, parsePlaylistQuery, parseResource } from '../../hls/hls-path.ts';
import { parseRelayMessage } from '../../relay/relay-messages.ts';
import { parsePageMessage } from '../../ws-ingest/page-message.ts';
import { splitAnnexB } from '../../transcode/nal-units.ts';

/*
 * The small readers: what viewers and other media processes say in text, addresses, tokens, and pictures with start
 * codes. The first byte of an input chooses the reader.
 */

const SECRET = Buffer.alloc(32, 7);
const TOKEN = signMediaToken(SECRET, {
  use: 'play',
  streamName: 'stream_a',
  session: 's',
  mode: 'public',
  expiresAt: 2_000_000,
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const READERS: readonly ((bytes: Buffer, text: string) => unknown)[] = [
  (_bytes, text) => parseViewerMessage(text),
  (_bytes, text) => parseRelayMessage(text),
  (_bytes, text) => parseCommand(parseJson(text)),
  (_bytes, text) => {
    const address = parseHlsPath(text);
    return address && parseResource(address.path);
  },
  (_bytes, text) => parsePlaylistQuery(new URLSearchParams(text)),
  (_bytes, text) => lineOf(new URLSearchParams(text)),
  (_bytes, text) => {
    const claims = verifyMediaToken(SECRET, text, 1_000_000);
    if (claims && text.trim() !== TOKEN) throw new Error('another token is taken for ours');
    return claims;
  },
  (bytes) => {
    const { nals } = splitAnnexB(bytes);
    if (nals.some((nal) => nal.length === 0)) throw new Error('an empty unit');
    return nals[0];
  },
  (_bytes, text) => parsePageMessage(text),
];

const SEEDS: readonly (string | Buffer)[] = [
  '{"received":12}',
  '{"codecs":"avc1.42C016,opus","width":640,"height":360,"rendition":"source"}',
  '{"kind":"record","broadcastId":"b","recordingId":null,"node":"media"}',
  `/live/hls/t/${TOKEN}/stream_a/240p/part-12.3.m4s`,
  '_HLS_msn=12&_HLS_part=3&_HLS_skip=YES',
  'kbps=1200',
  TOKEN,
  Buffer.from('00000001674d001e0000016800000165', 'hex'),
  '{"hello":{"sound":true}}',
];

export const target: FuzzTarget = {
  seeds: SEEDS.map((seed, i) => Buffer.concat([Buffer.from([i]), Buffer.from(seed)])),
  bytesMax: 8 * 1024,
  words: [
    '"rendition":"auto"',
    '"token":"',
    '{"epoch":"a"}',
    '{"kind":"revoke","session":"s"}',
    'init-7.mp4',
    'st_',
  ],
  feed(input) {
    const [choice, bytes] = takeFrom(input);
    const place = choice % READERS.length;
    return `${place} ${READERS[place]!(bytes, bytes.toString('utf8')) === undefined ? 'refused' : 'read'}`;
  },
};
