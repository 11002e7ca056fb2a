import { type FilteredOffer, filterOffer, formatsOf, sectionsOf } from '../../ingest/whip/sdp.ts';
import { REDUNDANT_CODEC, redundantTypeOf } from '../../packaging/redundant-sound.ts';

/** One m-line of a viewer's offer. */
export interface OfferedTrack {
  readonly mid: string;
  readonly payloadType: number;
  /** The fmtp line's parameters, which the answer repeats. */
  readonly parameters: string;
  /** Id of the header extension for numbers over all tracks, where the viewer answers them; undefined: it does not. */
  readonly transportId: number | undefined;
  /** Format of repeats; undefined: they are sent as they were. */
  readonly repeatPayloadType: number | undefined;
  /** Format of sound packets that contain earlier ones; undefined: the viewer accepts none. */
  readonly redundantPayloadType: number | undefined;
}

/** A viewer's offer, reduced to what is sent. */
export interface PlayOffer {
  readonly sdp: string;
  readonly video: OfferedTrack | undefined;
  readonly audio: OfferedTrack | undefined;
}

export type PlayOfferResult =
  | ({ readonly ok: true } & PlayOffer)
  | { readonly ok: false; readonly reason: 'malformed' | 'no_codec' };

export const TRANSPORT_URI = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01';
const MID = /^a=mid:([\x21-\x7e]{1,16})$/;
const EXTENSION = /^a=extmap:(\d{1,3})(?:\/\S+)? (\S+)$/;
const REPEAT_FORMAT = /^a=rtpmap:(\d{1,3}) rtx\/90000$/i;
/** Ids that fit the short form of header extensions. */
const ID_MAX = 14;
const PAYLOAD_TYPE_MAX = 127;

type Section = readonly string[];

/** The lines of a kind's first section. */
const sectionOf = (sdp: string, kind: 'video' | 'audio'): Section | undefined =>
  sectionsOf(sdp).find(([head]) => head?.startsWith(`m=${kind} `));

function transportIdIn(section: Section, payloadType: number): number | undefined {
  const answers = [`a=rtcp-fb:${payloadType} transport-cc`, 'a=rtcp-fb:* transport-cc'];
  if (!section.some((line) => answers.includes(line.trimEnd()))) return undefined;
  const found = section
    .map((line) => EXTENSION.exec(line.trimEnd()))
    .find((one) => one?.[2] === TRANSPORT_URI);
  const id = Number(found?.[1]);
  return id >= 1 && id <= ID_MAX ? id : undefined;
}

/** The repeat format of this format. */
function repeatTypeIn(section: Section, payloadType: number): number | undefined {
  const repeats = section.flatMap((line) => REPEAT_FORMAT.exec(line.trimEnd())?.[1] ?? []);
  const found = repeats.find((one) =>
    section.some((line) =>
      new RegExp(`^a=fmtp:${one} (?:.*;)?\\s*apt=${payloadType}(?:;|$)`).test(line.trimEnd()),
    ),
  );
  const type = Number(found);
  return found !== undefined && type <= PAYLOAD_TYPE_MAX ? type : undefined;
}

/** @param whole the section before it was filtered */
function trackIn(
  offer: FilteredOffer,
  whole: string,
  kind: 'video' | 'audio',
  payloadType: number,
): OfferedTrack | undefined {
  const section = sectionOf(offer.sdp, kind);
  const mid = section?.map((line) => MID.exec(line)?.[1]).find((found) => found !== undefined);
  if (!section || mid === undefined) return undefined;
  const start = `a=fmtp:${payloadType} `;
  const parameters = section.find((line) => line.startsWith(start))?.slice(start.length) ?? '';
  const full = sectionOf(whole, kind) ?? [];
  const repeatPayloadType = kind === 'video' ? repeatTypeIn(full, payloadType) : undefined;
  const redundantPayloadType = kind === 'audio' ? redundantTypeOf(formatsOf(full), payloadType) : undefined;
  const transportId = transportIdIn(full, payloadType);
  return { mid, payloadType, parameters, transportId, repeatPayloadType, redundantPayloadType };
}

/** Parts of a viewer's offer that the filter for publishers leaves out. */
function linesOf(track: OfferedTrack): string[] {
  const { payloadType, transportId, repeatPayloadType, redundantPayloadType } = track;
  return [
    ...(transportId === undefined
      ? []
      : [`a=extmap:${transportId} ${TRANSPORT_URI}`, `a=rtcp-fb:${payloadType} transport-cc`]),
    ...(repeatPayloadType === undefined
      ? []
      : [`a=rtpmap:${repeatPayloadType} rtx/90000`, `a=fmtp:${repeatPayloadType} apt=${payloadType}`]),
    ...(redundantPayloadType === undefined
      ? []
      : [
          `a=rtpmap:${redundantPayloadType} ${REDUNDANT_CODEC}`,
          `a=fmtp:${redundantPayloadType} ${payloadType}/${payloadType}`,
        ]),
  ];
}

/** The filtered offer, with the tracks' other attributes. */
function withFeedback(sdp: string, video: OfferedTrack, audio: OfferedTrack | undefined): string {
  const sections = sectionsOf(sdp).map(([head = '', ...rest]) => {
    const track = head.startsWith('m=video ') ? video : head.startsWith('m=audio ') ? audio : undefined;
    if (!track) return [head, ...rest];
    const beside = [track.repeatPayloadType, track.redundantPayloadType].filter((type) => type !== undefined);
    return [[head, ...beside].join(' '), ...rest, ...linesOf(track)];
  });
  return [...sections.flat(), ''].join('\r\n');
}

/**
 * Filters a WHEP offer to one H.264 and at most one Opus track, with feedback for each packet, repeats of their own
 * format and packets of sound with earlier ones in them where the viewer offers them.
 */
export function filterPlayOffer(sdp: string): PlayOfferResult {
  const offer = filterOffer(sdp);
  if (!offer.ok) return offer;
  const video = trackIn(offer, sdp, 'video', offer.videoPayloadType);
  const audio =
    offer.audioPayloadType === undefined ? undefined : trackIn(offer, sdp, 'audio', offer.audioPayloadType);
  if (!video || (offer.audioPayloadType !== undefined && !audio)) return { ok: false, reason: 'malformed' };
  return { ok: true, sdp: withFeedback(offer.sdp, video, audio), video, audio };
}
