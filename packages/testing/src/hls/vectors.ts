import type { Rule } from './rules.ts';

/** A playlist that breaks one rule, or a version after another that does. */
export interface Vector {
  readonly rule: Rule;
  /** One after the other; what is told of the last one counts. */
  readonly texts: readonly string[];
}

export const LIVE = `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:2
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.000,CAN-SKIP-UNTIL=12.0
#EXT-X-PART-INF:PART-TARGET=1.000
#EXT-X-MEDIA-SEQUENCE:10
#EXT-X-DISCONTINUITY-SEQUENCE:3
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="init-10.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
#EXTINF:2.00000,
seg-10.m4s
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="init-11.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:09.000Z
#EXT-X-PART:DURATION=1.00000,URI="part-11.0.m4s",INDEPENDENT=YES
#EXT-X-PART:DURATION=1.00000,URI="part-11.1.m4s"
#EXTINF:2.00000,
seg-11.m4s
#EXT-X-PART:DURATION=0.90000,URI="part-12.0.m4s",INDEPENDENT=YES
#EXT-X-PART:DURATION=1.00000,URI="part-12.1.m4s"
#EXTINF:1.90000,
seg-12.m4s
#EXT-X-PART:DURATION=0.90000,URI="part-13.0.m4s",INDEPENDENT=YES
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-13.1.m4s"
#EXT-X-RENDITION-REPORT:URI="../360p/media.m3u8",LAST-MSN=13,LAST-PART=0
`;

/** What comes after `LIVE`: the first segment leaves, the last one is whole, and another has begun. */
export const LIVE_NEXT = `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:2
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.000,CAN-SKIP-UNTIL=12.0
#EXT-X-PART-INF:PART-TARGET=1.000
#EXT-X-MEDIA-SEQUENCE:11
#EXT-X-DISCONTINUITY-SEQUENCE:3
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="init-11.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:09.000Z
#EXT-X-PART:DURATION=1.00000,URI="part-11.0.m4s",INDEPENDENT=YES
#EXT-X-PART:DURATION=1.00000,URI="part-11.1.m4s"
#EXTINF:2.00000,
seg-11.m4s
#EXT-X-PART:DURATION=0.90000,URI="part-12.0.m4s",INDEPENDENT=YES
#EXT-X-PART:DURATION=1.00000,URI="part-12.1.m4s"
#EXTINF:1.90000,
seg-12.m4s
#EXT-X-PART:DURATION=0.90000,URI="part-13.0.m4s",INDEPENDENT=YES
#EXT-X-PART:DURATION=1.00000,URI="part-13.1.m4s"
#EXTINF:1.90000,
seg-13.m4s
#EXT-X-PART:DURATION=0.90000,URI="part-14.0.m4s",INDEPENDENT=YES
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-14.1.m4s"
#EXT-X-RENDITION-REPORT:URI="../360p/media.m3u8",LAST-MSN=14,LAST-PART=0
`;

export const EVENT = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:12
#EXT-X-PLAYLIST-TYPE:EVENT
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-MAP:URI="1-0.init.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
#EXTINF:10.00000,
1-0.m4s
#EXT-X-DISCONTINUITY
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:30.000Z
#EXTINF:12.40000,
2-0.m4s
`;
const ENDED = `${EVENT}#EXT-X-ENDLIST\n`;

export const VOD = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:5
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="7/init.mp4?token=a"
#EXTINF:4.20000,
7/0.m4s?token=a
#EXTINF:3.00000,
7/1.m4s?token=a
#EXT-X-ENDLIST
`;

export const MASTER = `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="sound.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="words",NAME="English",LANGUAGE="en",URI="words.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=30.000,AUDIO="sound",SUBTITLES="words",CLOSED-CAPTIONS=NONE
source/media.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=500000,CODECS="avc1.42C016,opus",RESOLUTION=640x360,CLOSED-CAPTIONS=NONE
360p/media.m3u8
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,CODECS="avc1.640028",RESOLUTION=1280x720,URI="keys.m3u8"
`;

/** The live playlist as an update, for whoever knows `LIVE`. */
export const UPDATE = LIVE_NEXT.replace(
  /#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-DISCONTINUITY[\s\S]*seg-12\.m4s\n/u,
  '#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n',
);

/** A playlist with something else in it. @throws Error where it has no such thing */
function put(text: string, what: string | RegExp, other: string): string {
  const changed = text.replace(what, other);
  if (changed === text) throw new Error(`nothing to replace: ${what}`);
  return changed;
}
const one = (rule: Rule, text: string): Vector => ({ rule, texts: [text] });
const live = (rule: Rule, what: string | RegExp, other: string): Vector => one(rule, put(LIVE, what, other));
const vod = (rule: Rule, what: string | RegExp, other: string): Vector => one(rule, put(VOD, what, other));
const master = (rule: Rule, what: string | RegExp, other: string): Vector =>
  one(rule, put(MASTER, what, other));
const after = (rule: Rule, before: string, what: string | RegExp, other: string): Vector => ({
  rule,
  texts: [before, put(before === LIVE ? LIVE_NEXT : before, what, other)],
});

const FORM: readonly Vector[] = [
  vod('encoding', '#EXTINF:4.20000,', '#EXTINF:4.20000,\uFFFD'),
  vod('byte-order-mark', '#EXTM3U', '\uFEFF#EXTM3U'),
  vod('control-character', '#EXTINF:4.20000,', '#EXTINF:4.20000,\u0007'),
  vod('not-composed', '#EXTINF:4.20000,', '#EXTINF:4.20000,e\u0301'),
  vod('first-line', '#EXTM3U\n', '# of ours\n#EXTM3U\n'),
  vod('unterminated-line', /\n$/u, ''),
  vod('white-space', '7/1.m4s', '7/a b.m4s'),
  vod('unknown-tag', '#EXT-X-ENDLIST', '#EXT-X-OURS\n#EXT-X-ENDLIST'),
  vod('tag-value', 'SEQUENCE:0', 'SEQUENCE:zero'),
  vod('tag-value', '#EXTINF:3.00000,', '#EXTINF:3.00000'),
  vod('tag-value', '#EXT-X-ENDLIST', '#EXT-X-ENDLIST:YES'),
  live('tag-value', '00:00:09.000Z', '00:00:09'),
  vod('repeated-tag', '#EXT-X-ENDLIST', '#EXT-X-ENDLIST\n#EXT-X-ENDLIST'),
  vod('mixed-kinds', '#EXT-X-ENDLIST', '#EXT-X-ENDLIST\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="opus"\na.m3u8'),
  live('attribute-syntax', 'TYPE=PART,', 'TYPE=PART, '),
  live('attribute-syntax', 'CAN-SKIP-UNTIL=12.0', 'CAN-SKIP-UNTIL=12.0,'),
  live('repeated-attribute', 'TYPE=PART,', 'TYPE=PART,TYPE=PART,'),
  live('unknown-attribute', 'TYPE=PART,', 'TYPE=PART,OURS=1,'),
  live('missing-attribute', 'TYPE=PART,', ''),
  live('attribute-type', 'TYPE=PART,', 'TYPE="PART",'),
  live('attribute-type', 'PART-TARGET=1.000', 'PART-TARGET=1e0'),
  live('version', 'VERSION:9', 'VERSION:5'),
  vod('version', '#EXT-X-VERSION:7\n', ''),
  one('version', put(UPDATE, 'VERSION:9', 'VERSION:8')),
];

const MEDIA: readonly Vector[] = [
  vod('target-duration-missing', '#EXT-X-TARGETDURATION:5\n', ''),
  vod('no-segments', /#EXT-X-MAP[\s\S]*1\.m4s\?token=a\n/u, ''),
  vod('segment-too-long', 'TARGETDURATION:5', 'TARGETDURATION:3'),
  vod('extinf-missing', '#EXTINF:3.00000,\n', ''),
  vod('uri-missing', '7/1.m4s?token=a\n', ''),
  vod('tag-too-late', '#EXT-X-ENDLIST', '#EXT-X-DISCONTINUITY-SEQUENCE:0\n#EXT-X-ENDLIST'),
  vod('tags-at-end', '#EXT-X-ENDLIST', '#EXT-X-DISCONTINUITY\n#EXT-X-ENDLIST'),
  vod('map-missing', /#EXT-X-MAP.*\n/u, ''),
  vod('map-without-discontinuity', '#EXTINF:3', '#EXT-X-MAP:URI="8/init.mp4"\n#EXTINF:3'),
  live('date-backwards', '00:00:09.000Z', '00:00:09.000+08:00'),
  vod(
    'date-off',
    /#EXTINF:4[\s\S]*#EXTINF:3/u,
    `#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
#EXTINF:4.20000,
7/0.m4s?token=a
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:02.000Z
#EXTINF:3`,
  ),
  vod('byterange-undefined', '#EXTINF:3', '#EXT-X-BYTERANGE:10\n#EXTINF:3'),
  vod('key-attributes', '#EXTINF:3', '#EXT-X-KEY:METHOD=AES-128\n#EXTINF:3'),
  vod('name-repeated', '7/1.m4s', '7/0.m4s'),
  one('hint-after-end', `${VOD}#EXT-X-PRELOAD-HINT:TYPE=PART,URI="a.m4s"\n`),
  live('hint-listed', 'URI="part-13.1.m4s"', 'URI="part-13.0.m4s"'),
  live('hint-repeated', '#EXT-X-REND', '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="b.m4s"\n#EXT-X-REND'),
  live('parts-after-end', /#EXT-X-PRELOAD-HINT.*\n/u, '#EXT-X-ENDLIST\n'),
  live('part-inf-missing', /#EXT-X-PART-INF.*\n/u, ''),
  live('part-hold-back-missing', ',PART-HOLD-BACK=3.000', ''),
  live('part-hold-back-short', 'PART-HOLD-BACK=3.000', 'PART-HOLD-BACK=1.999'),
  live('part-hold-back-advised', 'PART-HOLD-BACK=3.000', 'PART-HOLD-BACK=2.999'),
  live('hold-back-short', 'CAN-SKIP', 'HOLD-BACK=5.9,CAN-SKIP'),
  live('skip-until-short', 'UNTIL=12.0', 'UNTIL=11.9'),
  one('skip-unoffered', put(UPDATE, ',CAN-SKIP-UNTIL=12.0', '')),
  live('skip-dateranges', 'CAN-SKIP-UNTIL=12.0', 'CAN-SKIP-DATERANGES=YES'),
  one('skip-count', UPDATE),
  live('part-too-long', 'DURATION=0.90000,URI="part-13.0', 'DURATION=1.00001,URI="part-13.0'),
  live(
    'part-too-short',
    /DURATION=1.0{5},(URI="part-12\.1.*\n)#EXTINF:1\.9/u,
    'DURATION=0.80000,$1#EXT-X-PART:DURATION=0.20000,URI="x"\n#EXTINF:1.9',
  ),
  live('tag-after-part', /(#EXT-X-PROGRAM-DATE.*9\.000Z\n)(.*\n)/u, '$2$1'),
  live('parts-sum', '#EXTINF:1.90000', '#EXTINF:1.80000'),
  live('parts-too-old', 'TARGETDURATION:2', 'TARGETDURATION:0'),
  live('not-independent', /,INDEPENDENT=YES/u, ''),
  live('report-absolute', '"../360p', '"https://a.example/360p'),
  live('report-repeated', /(#EXT-X-RENDITION.*\n)/u, '$1$1'),
  vod('vod-without-end', '#EXT-X-ENDLIST\n', ''),
  live('daterange', '#EXT-X-PRE', '#EXT-X-DATERANGE:ID="a"\n#EXT-X-PRE'),
];

const LISTS: readonly Vector[] = [
  master('variant-without-uri', '360p/media.m3u8\n', ''),
  master('uri-without-variant', '360p/media.m3u8\n', '360p/media.m3u8\nb.m3u8\n'),
  one('no-variants', MASTER.replace(/#EXT-X-STREAM.*\n.*\n/gu, '')),
  master('average-above-peak', 'AVERAGE-BANDWIDTH=1500000', 'AVERAGE-BANDWIDTH=2000001'),
  master('codecs-missing', 'CODECS="avc1.42C016,opus",', ''),
  master('codecs-form', 'avc1.42C016', 'avc1.66.30'),
  master('resolution-missing', ',RESOLUTION=640x360', ''),
  master('variant-repeated', '360p/media', 'source/media'),
  master('captions-mixed', ',CLOSED-CAPTIONS=NONE', ''),
  master('group-missing', 'AUDIO="sound"', 'AUDIO="none"'),
  master('group-name-repeated', /(#EXT-X-MEDIA:TYPE=SUB.*\n)/u, '$1$1'),
  master(
    'group-defaults',
    '#EXT-X-MEDIA:TYPE=SUB',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="B",DEFAULT=YES,AUTOSELECT=YES,URI="b"\n#EXT-X-MEDIA:TYPE=SUB',
  ),
  master('media-attributes', 'AUTOSELECT=YES', 'AUTOSELECT=NO'),
  master('i-frame-attributes', 'CODECS="avc1.640028",', 'CODECS="avc1.640028,opus",'),
];

const CHANGES: readonly Vector[] = [
  { rule: 'sequence-back', texts: [LIVE_NEXT, LIVE] },
  after('sequence-past-end', LIVE, 'SEQUENCE:11', 'SEQUENCE:20'),
  after('discontinuity-count', LIVE, 'DISCONTINUITY-SEQUENCE:3', 'DISCONTINUITY-SEQUENCE:4'),
  after('segment-changed', LIVE, 'seg-12', 'seg-x12'),
  { rule: 'segment-gone', texts: [LIVE, LIVE.replace(/#EXT-X-PART.*12\.0[\s\S]*(?=#EXT-X-PRE)/u, '')] },
  after('part-changed', LIVE, '"part-13.0', '"part-x13.0'),
  {
    rule: 'part-gone',
    texts: [
      put(LIVE, '#EXT-X-PRE', '#EXT-X-PART:DURATION=1,URI="part-13.1.m4s"\n#EXT-X-PRE').replace(
        'URI="part-13.1.m4s"\n#EXT-X-R',
        'URI="part-13.2.m4s"\n#EXT-X-R',
      ),
      LIVE,
    ],
  },
  after('target-changed', LIVE, 'TARGETDURATION:2', 'TARGETDURATION:1'),
  { rule: 'type-changed', texts: [EVENT, put(EVENT, '#EXT-X-PLAYLIST-TYPE:EVENT\n', '')] },
  { rule: 'end-undone', texts: [ENDED, EVENT] },
  {
    rule: 'changed-after-end',
    texts: [ENDED, put(ENDED, '#EXT-X-END', '#EXTINF:1.0,\n2-1.m4s\n#EXT-X-END')],
  },
  {
    rule: 'event-shrunk',
    texts: [EVENT, put(EVENT, /SEQUENCE:0[\s\S]*1-0\.m4s\n/u, 'SEQUENCE:1\n#EXT-X-MAP:URI="1-0.init.mp4"\n')],
  },
  { rule: 'vod-changed', texts: [VOD, put(VOD, '#EXT-X-END', '#EXTINF:1.0,\n7/2.m4s\n#EXT-X-END')] },
  {
    rule: 'too-short-after-removal',
    texts: [
      LIVE,
      put(
        LIVE,
        /SEQUENCE:10[\s\S]*10\.m4s\n/u,
        'SEQUENCE:11\n#EXT-X-DISCONTINUITY-SEQUENCE:3\n#EXT-X-INDEPENDENT-SEGMENTS\n',
      ),
    ],
  },
  after('hint-broken', LIVE, '"part-13.1', '"part-x13.1'),
  after('report-back', LIVE, 'LAST-MSN=14', 'LAST-MSN=12'),
  { rule: 'skip-unknown', texts: [UPDATE] },
];

/** Each rule is broken by one at least. */
export const VECTORS: readonly Vector[] = [...FORM, ...MEDIA, ...LISTS, ...CHANGES];
