/* The tags of RFC 8216bis, what they carry, and from which version on they may be used. */

/** How a value of an attribute is written (4.2). */
export type ValueType =
  | 'integer'
  | 'decimal'
  | 'signed'
  | 'hex'
  | 'quoted'
  | 'resolution'
  | 'quoted-date'
  /** One of these words. */
  | readonly string[]
  /** Anything, as client attributes have it. */
  | 'any';

export interface Attribute {
  readonly type: ValueType;
  readonly required?: true;
}

export interface Tag {
  readonly kind: 'both' | 'media' | 'segment' | 'master';
  /** What follows the colon: nothing, a value of this form, or attributes. */
  readonly value: 'none' | RegExp | Readonly<Record<string, Attribute>>;
  readonly once?: true;
  /** A client has to know at least this version. */
  readonly version?: number;
}

const INTEGER = /^\d{1,20}$/;
const YES = ['YES'] as const;
const EITHER = ['YES', 'NO'] as const;
export const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,}(?:Z|[+-]\d\d:?\d\d)$/;
const RANGE = /^\d+(?:@\d+)?$/;

const must = (type: ValueType): Attribute => ({ type, required: true });
const may = (type: ValueType): Attribute => ({ type });

const KEY = {
  METHOD: must(['NONE', 'AES-128', 'SAMPLE-AES', 'SAMPLE-AES-CTR', 'AES-256-GCM']),
  URI: may('quoted'),
  IV: may('hex'),
  KEYFORMAT: may('quoted'),
  KEYFORMATVERSIONS: may('quoted'),
};

const STREAM = {
  BANDWIDTH: must('integer'),
  'AVERAGE-BANDWIDTH': may('integer'),
  SCORE: may('decimal'),
  CODECS: may('quoted'),
  'SUPPLEMENTAL-CODECS': may('quoted'),
  RESOLUTION: may('resolution'),
  'HDCP-LEVEL': may(['TYPE-0', 'TYPE-1', 'NONE']),
  'ALLOWED-CPC': may('quoted'),
  'VIDEO-RANGE': may(['SDR', 'HLG', 'PQ']),
  'STABLE-VARIANT-ID': may('quoted'),
  'PATHWAY-ID': may('quoted'),
  VIDEO: may('quoted'),
};

export const TAGS: Readonly<Record<string, Tag>> = {
  EXTM3U: { kind: 'both', value: 'none', once: true },
  'EXT-X-VERSION': { kind: 'both', value: /^[1-9]\d?$/, once: true },
  'EXT-X-INDEPENDENT-SEGMENTS': { kind: 'both', value: 'none', once: true },
  'EXT-X-START': { kind: 'both', value: { 'TIME-OFFSET': must('signed'), PRECISE: may(EITHER) }, once: true },
  'EXT-X-DEFINE': {
    kind: 'both',
    value: {
      NAME: may('quoted'),
      VALUE: may('quoted'),
      IMPORT: may('quoted'),
      QUERYPARAM: may('quoted'),
    },
    version: 8,
  },

  'EXT-X-TARGETDURATION': { kind: 'media', value: INTEGER, once: true },
  'EXT-X-MEDIA-SEQUENCE': { kind: 'media', value: INTEGER, once: true },
  'EXT-X-DISCONTINUITY-SEQUENCE': { kind: 'media', value: INTEGER, once: true },
  'EXT-X-ENDLIST': { kind: 'media', value: 'none', once: true },
  'EXT-X-PLAYLIST-TYPE': { kind: 'media', value: /^(?:EVENT|VOD)$/, once: true },
  'EXT-X-I-FRAMES-ONLY': { kind: 'media', value: 'none', once: true, version: 4 },
  'EXT-X-PART-INF': { kind: 'media', value: { 'PART-TARGET': must('decimal') }, once: true },
  'EXT-X-SERVER-CONTROL': {
    kind: 'media',
    value: {
      'CAN-SKIP-UNTIL': may('decimal'),
      'CAN-SKIP-DATERANGES': may(YES),
      'HOLD-BACK': may('decimal'),
      'PART-HOLD-BACK': may('decimal'),
      'CAN-BLOCK-RELOAD': may(YES),
    },
    once: true,
  },
  'EXT-X-SKIP': {
    kind: 'media',
    value: { 'SKIPPED-SEGMENTS': must('integer'), 'RECENTLY-REMOVED-DATERANGES': may('quoted') },
    once: true,
    version: 9,
  },
  'EXT-X-PRELOAD-HINT': {
    kind: 'media',
    value: {
      TYPE: must(['PART', 'MAP']),
      URI: must('quoted'),
      'BYTERANGE-START': may('integer'),
      'BYTERANGE-LENGTH': may('integer'),
    },
  },
  'EXT-X-RENDITION-REPORT': {
    kind: 'media',
    value: { URI: must('quoted'), 'LAST-MSN': must('integer'), 'LAST-PART': may('integer') },
  },
  'EXT-X-DATERANGE': {
    kind: 'media',
    value: {
      ID: must('quoted'),
      CLASS: may('quoted'),
      'START-DATE': may('quoted-date'),
      CUE: may('quoted'),
      'END-DATE': may('quoted-date'),
      DURATION: may('decimal'),
      'PLANNED-DURATION': may('decimal'),
      'SCTE35-CMD': may('hex'),
      'SCTE35-OUT': may('hex'),
      'SCTE35-IN': may('hex'),
      'END-ON-NEXT': may(YES),
    },
  },

  EXTINF: { kind: 'segment', value: /^\d+(?:\.\d+)?,.*$/u },
  'EXT-X-BYTERANGE': { kind: 'segment', value: RANGE, version: 4 },
  'EXT-X-DISCONTINUITY': { kind: 'segment', value: 'none' },
  'EXT-X-KEY': { kind: 'segment', value: KEY },
  'EXT-X-MAP': { kind: 'segment', value: { URI: must('quoted'), BYTERANGE: may('quoted') } },
  'EXT-X-PROGRAM-DATE-TIME': { kind: 'segment', value: DATE },
  'EXT-X-GAP': { kind: 'segment', value: 'none' },
  'EXT-X-BITRATE': { kind: 'segment', value: INTEGER },
  'EXT-X-PART': {
    kind: 'segment',
    value: {
      URI: must('quoted'),
      DURATION: must('decimal'),
      INDEPENDENT: may(YES),
      BYTERANGE: may('quoted'),
      GAP: may(YES),
    },
  },

  'EXT-X-MEDIA': {
    kind: 'master',
    value: {
      TYPE: must(['AUDIO', 'VIDEO', 'SUBTITLES', 'CLOSED-CAPTIONS']),
      URI: may('quoted'),
      'GROUP-ID': must('quoted'),
      LANGUAGE: may('quoted'),
      'ASSOC-LANGUAGE': may('quoted'),
      NAME: must('quoted'),
      'STABLE-RENDITION-ID': may('quoted'),
      DEFAULT: may(EITHER),
      AUTOSELECT: may(EITHER),
      FORCED: may(EITHER),
      'INSTREAM-ID': may('quoted'),
      'BIT-DEPTH': may('integer'),
      'SAMPLE-RATE': may('integer'),
      CHARACTERISTICS: may('quoted'),
      CHANNELS: may('quoted'),
    },
  },
  'EXT-X-STREAM-INF': {
    kind: 'master',
    value: {
      ...STREAM,
      'FRAME-RATE': may('decimal'),
      AUDIO: may('quoted'),
      SUBTITLES: may('quoted'),
      // A group, or the word NONE.
      'CLOSED-CAPTIONS': may('any'),
    },
  },
  'EXT-X-I-FRAME-STREAM-INF': { kind: 'master', value: { ...STREAM, URI: must('quoted') } },
  'EXT-X-SESSION-DATA': {
    kind: 'master',
    value: {
      'DATA-ID': must('quoted'),
      VALUE: may('quoted'),
      URI: may('quoted'),
      FORMAT: may(['JSON', 'RAW']),
      LANGUAGE: may('quoted'),
    },
  },
  'EXT-X-SESSION-KEY': { kind: 'master', value: KEY },
  'EXT-X-CONTENT-STEERING': {
    kind: 'master',
    value: { 'SERVER-URI': must('quoted'), 'PATHWAY-ID': may('quoted') },
    once: true,
  },
};
