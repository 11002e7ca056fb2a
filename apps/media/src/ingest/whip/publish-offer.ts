import { redundantTypeOf } from '../../packaging/redundant-sound.ts';
import type { ExtensionIds } from '../rtp/header-extensions.ts';
import { layersOf } from './offered-layers.ts';
import { type Format, formatsOf, type ReadOffer, readOffer, sectionsOf } from './sdp.ts';

/** The accepted part of a publisher's offer. */
export interface PublishOffer {
  /** For the library: only the picture's section, since it drops packets that it cannot assign to one of several. */
  readonly sdp: string;
  readonly videoPayloadType: number;
  /** Of repeats in a stream of their own (RFC 4588); undefined: they come as they were. */
  readonly rtxPayloadType: number | undefined;
  /** Undefined when the publisher offers no sound. */
  readonly audioPayloadType: number | undefined;
  /** For sound packets that contain earlier ones (RFC 2198); undefined: the publisher sends none. */
  readonly redundantPayloadType: number | undefined;
  readonly extensions: ExtensionIds;
  /** Names of the picture's possible sizes; empty: a single one, without a name. */
  readonly layers: readonly string[];
  /** The section for the publisher's candidates, whichever section they were sent for. */
  readonly videoMid: string;
  /**
   * The answer to the whole offer.
   * @param answer the library's, to its section only
   * @param layers which of the sizes are accepted
   */
  completeAnswer(answer: string, layers: readonly string[]): string;
}

export type PublishOfferResult =
  | ({ readonly ok: true } & PublishOffer)
  | { readonly ok: false; readonly reason: 'malformed' | 'no_codec' };

/** OBS sends up to four. */
const LAYERS_MAX = 4;

const TRANSPORT_WIDE = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01';
const MID = 'urn:ietf:params:rtp-hdrext:sdes:mid';
const RID = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id';
const REPAIRED_RID = 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id';

/** Numbers of the extensions of a section by their names. */
function extmapOf(section: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const line of section) {
    const [, id, name] = /^a=extmap:(\d{1,3})(?:\/\w+)? (\S+)/.exec(line) ?? [];
    if (id && name && Number(id) > 0) found.set(name, Number(id));
  }
  return found;
}

const midOf = (media: ReadOffer['media'], section: readonly string[]): string =>
  section.map((line) => /^a=mid:([\x21-\x7e]{1,16})$/.exec(line)?.[1]).find((mid) => mid !== undefined) ??
  String(media.indexOf(section));

const hasTransportWide = (section: readonly string[], { payloadType }: Format): boolean =>
  extmapOf(section).has(TRANSPORT_WIDE) &&
  section.some(
    (line) => line === `a=rtcp-fb:${payloadType} transport-cc` || line === 'a=rtcp-fb:* transport-cc',
  );

/** The section with these formats and extensions, and without what belongs to others. */
function reduced(
  section: readonly string[],
  types: readonly string[],
  extensions: readonly string[],
): string[] {
  const [head = '', ...rest] = section;
  return [
    [...head.split(' ').slice(0, 3), ...types].join(' '),
    ...rest.filter((line) => {
      const about = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+|\*)/.exec(line)?.[1];
      if (about && about !== '*' && !types.includes(about)) return false;
      if (line.includes('transport-cc')) return extensions.includes(TRANSPORT_WIDE);
      const extension = /^a=extmap:\S+ (\S+)/.exec(line)?.[1];
      if (extension) return extensions.includes(extension);
      return !/^a=(?:extmap|rid:|simulcast:|ssrc|msid|candidate:|end-of-candidates)/.test(line);
    }),
  ];
}

const CONNECTION = /^a=(?:setup|ice-ufrag|ice-pwd|ice-options|fingerprint):/;
const CANDIDATES = /^a=(?:candidate:|end-of-candidates)/;

/** Our section for the sound, on the connection of the picture. */
function answeredSound(
  section: readonly string[],
  format: Format,
  redundantType: number | undefined,
  mid: string,
  connection: readonly string[],
): string[] {
  const isTransportWide = hasTransportWide(section, format);
  const [head = ''] = section;
  // Browsers send by the first one.
  const types = [...(redundantType === undefined ? [] : [String(redundantType)]), format.payloadType];
  const kept = reduced(section, types, isTransportWide ? [TRANSPORT_WIDE] : []).filter((line) =>
    /^a=(?:rtpmap|fmtp|rtcp-fb|extmap|rtcp-rsize)/.test(line),
  );
  const isSent = !section.some((line) => line === 'a=inactive' || line === 'a=recvonly');
  return [
    [...head.split(' ').slice(0, 1), '9', head.split(' ')[2], ...types].join(' '),
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    isSent ? 'a=recvonly' : 'a=inactive',
    'a=rtcp-mux',
    ...kept,
    ...connection,
  ];
}

/** Which sizes are taken, in the words of RFC 8853. */
const answeredLayers = (layers: readonly string[]): string[] =>
  layers.length === 0
    ? []
    : [...layers.map((rid) => `a=rid:${rid} recv`), `a=simulcast:recv ${layers.join(';')}`];

/**
 * Reduces a WHIP offer to one H.264 picture, in several sizes if offered, and one Opus sound. Repeats in a separate
 * stream are kept, and the numbers by which a connection is judged as a whole.
 */
export function filterPublishOffer(sdp: string): PublishOfferResult {
  const offer = readOffer(sdp);
  if (!offer.ok) return offer;
  const { session, media, video, videoFormat, audio, audioFormat } = offer;
  const offered = layersOf(video);
  if (offered === 'malformed') return { ok: false, reason: 'malformed' };
  // Of packets of the same type nobody could say what they are.
  if (audioFormat && audioFormat.payloadType === videoFormat.payloadType)
    return { ok: false, reason: 'malformed' };
  const mids = media.map((section) => midOf(media, section));
  if (new Set(mids).size < mids.length) return { ok: false, reason: 'malformed' };
  const extmap = extmapOf(video);
  const layers = extmap.has(RID) ? offered.slice(0, LAYERS_MAX) : [];
  const isTransportWide = hasTransportWide(video, videoFormat);
  const rtx = formatsOf(video).find(
    ({ codec, parameters }) =>
      codec === 'rtx/90000' &&
      new RegExp(`(?:^|;)\\s*apt=${videoFormat.payloadType}(?:;|$)`).test(parameters),
  );
  // With simulcast, a retransmission names its layer by an RTP extension.
  const rtxType = layers.length === 0 || extmap.has(REPAIRED_RID) ? rtx?.payloadType : undefined;
  const types = [videoFormat.payloadType, ...(rtxType === undefined ? [] : [rtxType])];
  const names = [
    ...(isTransportWide ? [TRANSPORT_WIDE] : []),
    ...(layers.length > 0 ? [MID, RID, REPAIRED_RID] : []),
  ];
  const redundantPayloadType =
    audio && audioFormat && redundantTypeOf(formatsOf(audio), Number(audioFormat.payloadType));
  const videoMid = mids[media.indexOf(video)]!;
  const sessionLines = session.map((line) =>
    line.startsWith('a=group:BUNDLE') ? `a=group:BUNDLE ${videoMid}` : line,
  );
  const numberOf = (name: string): number | undefined =>
    names.includes(name) ? extmap.get(name) : undefined;

  return {
    ok: true,
    sdp: [...sessionLines, ...reduced(video, types, names), ''].join('\r\n'),
    videoPayloadType: Number(videoFormat.payloadType),
    rtxPayloadType: rtxType === undefined ? undefined : Number(rtxType),
    audioPayloadType: audioFormat && Number(audioFormat.payloadType),
    redundantPayloadType,
    extensions: extensionsOf(numberOf),
    layers,
    videoMid,
    completeAnswer(answer, taken) {
      const [head = [], own = []] = sectionsOf(answer);
      const connection = own.filter((line) => CONNECTION.test(line));
      const candidates = own.filter((line) => CANDIDATES.test(line));
      const picture = [...own.filter((line) => !CANDIDATES.test(line)), ...answeredLayers(taken)];
      const sections = media.map((section, i) =>
        section === audio && audioFormat
          ? answeredSound(section, audioFormat, redundantPayloadType, mids[i]!, connection)
          : picture,
      );
      const lines = head.map((line) => {
        if (line.startsWith('a=group:BUNDLE')) return `a=group:BUNDLE ${mids.join(' ')}`;
        return line.startsWith('a=group:LS') ? `a=group:LS ${mids.join(' ')}` : line;
      });
      // All use the same transport, whose addresses are in the first section.
      const [first = [], ...others] = sections;
      return [...lines, ...first, ...candidates, ...others.flat(), ''].join('\r\n');
    },
  };
}

function extensionsOf(numberOf: (name: string) => number | undefined): ExtensionIds {
  const transportSequence = numberOf(TRANSPORT_WIDE);
  const rid = numberOf(RID);
  const repairedRid = numberOf(REPAIRED_RID);
  return {
    ...(transportSequence !== undefined && { transportSequence }),
    ...(rid !== undefined && { rid }),
    ...(repairedRid !== undefined && { repairedRid }),
  };
}
