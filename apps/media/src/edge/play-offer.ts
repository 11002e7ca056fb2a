import { type FilteredOffer, filterOffer, sectionsOf } from '../ingest/sdp.ts';

/** One m-line of a viewer's offer. */
export interface OfferedTrack {
  readonly mid: string;
  readonly payloadType: number;
  /** The fmtp line's parameters, which the answer repeats. */
  readonly parameters: string;
}

/** A viewer's offer reduced to what is sent. */
export interface PlayOffer {
  readonly sdp: string;
  readonly video: OfferedTrack | undefined;
  readonly audio: OfferedTrack | undefined;
}

export type PlayOfferResult =
  | ({ readonly ok: true } & PlayOffer)
  | { readonly ok: false; readonly reason: 'malformed' | 'no_codec' };

const MID = /^a=mid:([\x21-\x7e]{1,16})$/;

function trackIn(
  offer: FilteredOffer,
  kind: 'video' | 'audio',
  payloadType: number,
): OfferedTrack | undefined {
  const section = sectionsOf(offer.sdp).find(([head]) => head?.startsWith(`m=${kind} `));
  const mid = section?.map((line) => MID.exec(line)?.[1]).find((found) => found !== undefined);
  if (!section || mid === undefined) return undefined;
  const start = `a=fmtp:${payloadType} `;
  const parameters = section.find((line) => line.startsWith(start))?.slice(start.length) ?? '';
  return { mid, payloadType, parameters };
}

/** Filters a WHEP offer to one H.264 and at most one Opus track. */
export function filterPlayOffer(sdp: string): PlayOfferResult {
  const offer = filterOffer(sdp);
  if (!offer.ok) return offer;
  const video = trackIn(offer, 'video', offer.videoPayloadType);
  const audio =
    offer.audioPayloadType === undefined ? undefined : trackIn(offer, 'audio', offer.audioPayloadType);
  if (!video || (offer.audioPayloadType !== undefined && !audio)) return { ok: false, reason: 'malformed' };
  return { ok: true, sdp: offer.sdp, video, audio };
}
