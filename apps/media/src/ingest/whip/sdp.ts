import { CANDIDATES_MAX, isUsable, withUsableCandidates } from './candidates.ts';

/** An offer reduced to what we accept, and the numbers under which it will be sent. */
export interface FilteredOffer {
  readonly sdp: string;
  readonly videoPayloadType: number;
  /** Undefined when the publisher offers no Opus. */
  readonly audioPayloadType: number | undefined;
}

export type OfferResult =
  | ({ readonly ok: true } & FilteredOffer)
  | { readonly ok: false; readonly reason: 'malformed' | 'no_codec' };

const LINES_MAX = 2_000;
const SECTIONS_MAX = 4;

/** Sections of an SDP: the session's lines first, then one per m-line. */
function splitSections(lines: readonly string[]): string[][] {
  const sections: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([]);
    sections.at(-1)!.push(line);
  }
  return sections;
}

/** The sections of a description, the session's lines first. */
export const sectionsOf = (sdp: string): readonly (readonly string[])[] =>
  splitSections(sdp.split(/\r\n|\n/).filter((line) => line !== ''));

/** One format of a section. */
export interface Format {
  readonly payloadType: string;
  readonly codec: string;
  readonly parameters: string;
}

/** The formats of a section, in the order of the lines that name them. */
export function formatsOf(section: readonly string[]): Format[] {
  const codecs = new Map<string, string>();
  const parameters = new Map<string, string>();
  for (const line of section) {
    const map = /^a=rtpmap:(\d{1,3}) (\S+)/.exec(line);
    if (map) codecs.set(map[1]!, map[2]!.toLowerCase());
    const fmtp = /^a=fmtp:(\d{1,3}) (.*)/.exec(line);
    if (fmtp) parameters.set(fmtp[1]!, fmtp[2]!.toLowerCase());
  }
  return [...codecs].map(([payloadType, codec]) => ({
    payloadType,
    codec,
    parameters: parameters.get(payloadType) ?? '',
  }));
}

/** Constrained baseline before baseline before any other profile, always packetization mode 1. */
function chooseVideo(section: readonly string[]): Format | undefined {
  const candidates = formatsOf(section).filter(
    (format) => format.codec === 'h264/90000' && format.parameters.includes('packetization-mode=1'),
  );
  return (
    candidates.find((format) => format.parameters.includes('profile-level-id=42e0')) ??
    candidates.find((format) => format.parameters.includes('profile-level-id=4200')) ??
    candidates[0]
  );
}

const chooseAudio = (section: readonly string[]): Format | undefined =>
  formatsOf(section).find((format) => format.codec.startsWith('opus/48000'));

/** Keeps one format; without transport-cc a sender listens to REMB, without extmaps packets are plain. */
function reduceSection(section: readonly string[], payloadType: string): string[] {
  const [head = '', ...rest] = section;
  const mLine = [...head.split(' ').slice(0, 3), payloadType].join(' ');
  return [
    mLine,
    ...rest.filter((line) => {
      const about = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+|\*)/.exec(line);
      if (about && about[1] !== payloadType && about[1] !== '*') return false;
      return !/transport-cc|transport-wide-cc|^a=extmap|^a=(?:rid|simulcast):/.test(line);
    }),
  ];
}

/** An offer of one picture and at most one sound, with the accepted formats. */
export interface ReadOffer {
  readonly session: readonly string[];
  /** Its sections, in their order. */
  readonly media: readonly (readonly string[])[];
  readonly video: readonly string[];
  readonly videoFormat: Format;
  /** Undefined where the offer has no such section. */
  readonly audio: readonly string[] | undefined;
  readonly audioFormat: Format | undefined;
}

/**
 * Reads an offer and chooses one H.264 and one Opus format. Further sections are refused: a publisher
 * has one picture and at most one sound.
 */
export function readOffer(
  sdp: string,
): ({ readonly ok: true } & ReadOffer) | { readonly ok: false; readonly reason: 'malformed' | 'no_codec' } {
  const lines = sdp.split(/\r\n|\n/).filter((line) => line !== '');
  if (lines.length > LINES_MAX || lines[0] !== 'v=0') return { ok: false, reason: 'malformed' };
  if (lines.some((line) => !/^[a-z]=/.test(line))) return { ok: false, reason: 'malformed' };
  const [session = [], ...media] = splitSections(withUsableCandidates(lines));
  const video = media.filter((section) => section[0]!.startsWith('m=video '));
  const audio = media.filter((section) => section[0]!.startsWith('m=audio '));
  const isPlain = media.length <= SECTIONS_MAX && video.length === 1 && audio.length <= 1;
  if (!isPlain || video.length + audio.length !== media.length) return { ok: false, reason: 'malformed' };
  const needed = ['a=ice-ufrag:', 'a=ice-pwd:', 'a=fingerprint:'];
  if (!needed.every((start) => lines.some((line) => line.startsWith(start))))
    return { ok: false, reason: 'malformed' };

  const videoFormat = chooseVideo(video[0]!);
  const audioFormat = audio[0] && chooseAudio(audio[0]);
  // NOTE: an answer must have every section of the offer, so a section without a format cannot be left out.
  if (!videoFormat || (audio[0] && !audioFormat)) return { ok: false, reason: 'no_codec' };
  return { ok: true, session, media, video: video[0]!, videoFormat, audio: audio[0], audioFormat };
}

/** Filters an offer to one H.264 and one Opus format, without extensions of packets and what belongs to them. */
export function filterOffer(sdp: string): OfferResult {
  const offer = readOffer(sdp);
  if (!offer.ok) return offer;
  const { session, media, video, videoFormat, audioFormat } = offer;
  const reduced = media.flatMap((section) =>
    reduceSection(section, (section === video ? videoFormat : audioFormat!).payloadType),
  );
  return {
    ok: true,
    sdp: [...session, ...reduced, ''].join('\r\n'),
    videoPayloadType: Number(videoFormat.payloadType),
    audioPayloadType: audioFormat && Number(audioFormat.payloadType),
  };
}

/**
 * Puts the public address of a host behind one-to-one NAT into the host candidates of an answer.
 * Loopback candidates stay, for publishers on the same machine.
 */
export const advertiseAddress = (sdp: string, address: string): string =>
  sdp.replace(/^(a=candidate:\S+ \d+ udp \d+ )(\S+)( \d+ typ host.*)$/gim, (line, before, own, after) =>
    String(own).startsWith('127.') ? String(line) : `${before}${address}${after}`,
  );

/** Says in an answer how much we take of the picture, which browsers and OBS keep to from the first second. */
export const limitBandwidth = (sdp: string, kbps: number): string =>
  sdp.replace(
    /^(m=video [^\r\n]*)(\r?\n)((?:i=[^\r\n]*\r?\n)?(?:c=[^\r\n]*\r?\n)?)/m,
    `$1$2$3b=AS:${kbps}$2`,
  );

/** The candidates of a trickle fragment (RFC 8840) that lead anywhere, with the section that they belong to. */
export function candidatesOf(fragment: string): { readonly mid: string; readonly candidate: string }[] {
  const found: { mid: string; candidate: string }[] = [];
  let mid = '0';
  for (const line of fragment.split(/\r\n|\n/).slice(0, LINES_MAX)) {
    if (line.startsWith('a=mid:')) mid = line.slice('a=mid:'.length, 'a=mid:'.length + 16);
    if (line.startsWith('a=candidate:') && isUsable(line)) found.push({ mid, candidate: line.slice(2) });
  }
  return found.slice(0, CANDIDATES_MAX);
}
