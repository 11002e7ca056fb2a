import { PublishRefused } from './publish-refused.ts';
import { sendableCodecs } from './h264-codecs.ts';
import { sizesFor } from './picture-sizes.ts';

/*
 * What publishers by WHIP (RFC 9725) offer and ask.
 */

export const GATHER_MS = 2_000;
export const CONNECT_MS = 15_000;

/** Says that the token gives no right any more, as of a broadcast that has ended. */
export const TOKEN_STATUS = 403;

/** Those that concern an offer. */
export const OFFER_STATUSES: readonly number[] = [400, 422];

/** What a connection sends; undefined: this browser can send nothing that the server takes. */
export interface Sent {
  readonly hasSizes: boolean;
}

export async function addTracks(
  peer: RTCPeerConnection,
  stream: MediaStream,
  maxKbps: number,
  maySendSizes: boolean,
): Promise<Sent | undefined> {
  const [picture] = stream.getVideoTracks();
  const [sound] = stream.getAudioTracks();
  if (!picture) return undefined;
  const codecs = sendableCodecs();
  if (codecs?.length === 0) return undefined;
  const sendEncodings = sizesFor(maySendSizes ? picture.getSettings().height : undefined, maxKbps);
  const video = peer.addTransceiver(picture, { direction: 'sendonly', sendEncodings });
  if (codecs) video.setCodecPreferences(codecs);
  const parameters = video.sender.getParameters();
  // NOTE: lib.dom has no degradationPreference; browsers that do not know it ignore it.
  Object.assign(parameters, { degradationPreference: 'maintain-resolution' });
  await video.sender.setParameters(parameters).catch(() => {});
  if (sound) peer.addTransceiver(sound, { direction: 'sendonly' });
  return { hasSizes: sendEncodings.length > 1 };
}

/** Offers a connection. @throws PublishRefused, or whatever fetch throws */
export async function postOffer(asked: {
  readonly endpoint: string;
  readonly token: string;
  readonly offer: string;
}): Promise<{ readonly answer: string; readonly location: string }> {
  const response = await fetch(asked.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${asked.token}` },
    body: asked.offer,
    signal: AbortSignal.timeout(CONNECT_MS),
  });
  const location = response.headers.get('location');
  if (response.status !== 201 || !location) throw new PublishRefused(response.status);
  const base = new URL(asked.endpoint, globalThis.location.href);
  return { answer: await response.text(), location: new URL(location, base).href };
}

/** A line that is gone is noticed otherwise. */
const ASK_MS = 5_000;

/** A connection on the server, and the token it began with. */
export interface WhipResource {
  readonly url: string;
  readonly token: string;
}

/**
 * The token with which the publisher should move to another process; undefined if it should stay, or nobody answers.
 */
export async function askWhetherToMove({ url, token }: WhipResource): Promise<string | undefined> {
  const response = await fetch(url, {
    method: 'PATCH',
    headers: { 'content-type': 'application/trickle-ice-sdpfrag', authorization: `Bearer ${token}` },
    body: '',
    signal: AbortSignal.timeout(ASK_MS),
  }).catch(() => undefined);
  return response?.headers.get('klieg-move') ?? undefined;
}
