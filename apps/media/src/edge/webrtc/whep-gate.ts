import { randomToken, type Log } from '@klieg/kernel';
import { makeEndedResources } from '../../ingest/whip/ended-resources.ts';
import { type Access, isCovered, isRenewal, type PlayClaims, type Revocation } from '../../control/access.ts';
import { isLeaving, type Leaving, MOVE_HEADER } from '../../control/leaving.ts';
import type { DeliveryMeter } from '../../control/delivery-meter.ts';
import type { PreviewMeter } from '../../control/preview-meter.ts';
import type { IceSettings } from '../../ingest/whip/peer-connection.ts';
import { candidatesOf } from '../../ingest/whip/sdp.ts';
import {
  bearerOf,
  type EndpointAnswer,
  type EndpointRequest,
  mediaType,
  problem,
} from '../../ingest/whip/whip-endpoint.ts';
import type { StreamClock } from '../live-stream.ts';
import { AUDIO, SOURCE } from '../rendition-order.ts';
import { type MeteredRtpReader, makeMeteredRtpReader } from './metered-rtp-reader.ts';
import { filterPlayOffer } from './play-offer.ts';
import type { WhepFanout, WhepPlace } from './whep-fanout.ts';
import { makePreviewRtpReader } from './preview-rtp-reader.ts';
import { openWhepViewer, type WhepViewer } from './whep-viewer.ts';

export const WHEP_PATH = '/live/whep/';

/** Lets viewers by WebRTC in, and out again when their right ends. */
export interface WhepGate {
  /** POST an offer to a stream name; PATCH candidates or a fresh token to, and DELETE, the resource. */
  handle(request: EndpointRequest): Promise<EndpointAnswer>;
  revoke(revocation: Revocation): void;
  /** Closes the viewers whose token has expired; to be called at least each second. */
  sweep(): void;
  closeAll(): void;
  readonly viewerCount: number;
}

export interface WhepStream {
  readonly whep: WhepFanout;
  readonly clock: StreamClock;
}

export interface WhepGateOptions {
  readonly access: Access;
  readonly previews: PreviewMeter;
  readonly deliveries: Pick<DeliveryMeter, 'count' | 'lose' | 'mayBegin'>;
  readonly findStream: (streamName: string) => WhepStream | undefined;
  readonly ice: IceSettings;
  readonly leaving: Leaving;
  /** Wall clock in Unix milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  readonly log: Log;
  readonly viewersMax: number;
  readonly viewersPerSessionMax: number;
}

const OFFER_BYTES_MAX = 64 * 1024;
const FRAGMENT_BYTES_MAX = 16 * 1024;

interface Entry {
  readonly viewer: WhepViewer;
  readonly streamName: string;
  claims: PlayClaims;
  readonly detach: () => void;
}

/** Renditions with pictures that a token allows; undefined: all. */
const allowedBy = ({ renditions }: PlayClaims): readonly string[] | undefined =>
  renditions?.filter((id) => id !== AUDIO);

export function makeWhepGate(options: WhepGateOptions): WhepGate {
  const { access, now, log } = options;
  const entries = new Map<string, Entry>();
  const ended = makeEndedResources();
  /** Those of viewers whose offers are being read and answered, which can take them any time. */
  const opening = new Set<PlayClaims>();

  const end = (id: string): void => {
    const entry = entries.get(id);
    if (!entry) return;
    entries.delete(id);
    ended.add(`${entry.streamName}/${id}`);
    entry.detach();
    entry.viewer.close();
  };

  const countOf = (session: string): number =>
    [...[...entries.values()].map(({ claims }) => claims), ...opening].filter(
      (claims) => claims.session === session,
    ).length;

  const admit = async (
    stream: WhepStream,
    claims: PlayClaims,
    sdp: string,
    mayPlay: () => boolean,
  ): Promise<EndpointAnswer> => {
    const offer = filterPlayOffer(sdp);
    if (!offer.ok) return problem(offer.reason === 'no_codec' ? 422 : 400);
    const id = randomToken();
    /** Filled once the viewer is there. */
    const place: { metered?: MeteredRtpReader | undefined; at?: WhepPlace } = {};
    const result = await openWhepViewer({
      offer,
      ice: options.ice,
      log,
      onKeyWanted: () => place.at?.wantKey(),
      onSent: (track, sequence, streamMs) => place.metered?.onSent(track, sequence, streamMs),
      onReport: (report) => place.metered?.onReport(report),
      onClosed: () => end(id),
    });
    if (!result.ok) return problem(result.reason === 'malformed' ? 400 : 503, { 'retry-after': '1' });
    const { viewer } = result;
    // The right may have ended while the offer came and candidates were gathered: nobody was there to be closed.
    if (!mayPlay() || options.findStream(claims.streamName)?.whep !== stream.whep) {
      viewer.close();
      return problem(403);
    }
    const whole = { ...viewer, close: () => end(id) };
    const { preview, meter } = claims;
    const { deliveries, monotonic } = options;
    place.metered =
      meter &&
      makeMeteredRtpReader({ viewer: whole, meter, deliveries, clock: () => stream.clock, now: monotonic });
    const reader = preview
      ? makePreviewRtpReader(whole, preview, options.previews)
      : (place.metered ?? whole);
    const at = stream.whep.attach(reader, allowedBy(claims));
    place.at = at;
    const detach = (): void => {
      at.leave();
      place.metered?.end();
    };
    entries.set(id, { viewer, streamName: claims.streamName, claims, detach });
    const headers = {
      'content-type': 'application/sdp',
      location: `${WHEP_PATH}${claims.streamName}/${id}`,
      'access-control-expose-headers': 'Location',
    };
    return { status: 201, headers, body: viewer.answer };
  };

  const post = async (request: EndpointRequest, streamName: string): Promise<EndpointAnswer> => {
    const right = (): PlayClaims | undefined => access.play(bearerOf(request.authorization), streamName);
    const claims = right();
    // WHEP begins with the source where a connection carries it; viewers limited to less must use another transport.
    if (claims?.renditions?.includes(SOURCE) === false) return problem(403);
    if (!claims) return problem(401, { 'www-authenticate': 'Bearer' });
    if (mediaType(request.contentType) !== 'application/sdp')
      return problem(415, { 'accept-post': 'application/sdp' });
    const stream = options.findStream(streamName);
    if (!stream) return problem(404);
    if (claims.meter && !options.deliveries.mayBegin(claims.meter)) return problem(429);
    if (isLeaving(options.leaving)) return problem(503, { 'retry-after': '1' });
    if (entries.size + opening.size >= options.viewersMax) return problem(503, { 'retry-after': '1' });
    if (countOf(claims.session) >= options.viewersPerSessionMax) return problem(429);
    opening.add(claims);
    try {
      const body = await request.readBody(OFFER_BYTES_MAX);
      if (body === undefined) return problem(413);
      return await admit(stream, claims, body, () => right() !== undefined);
    } finally {
      opening.delete(claims);
    }
  };

  const patch = async (request: EndpointRequest, id: string): Promise<EndpointAnswer> => {
    const entry = entries.get(id);
    if (!entry) return problem(404);
    if (request.authorization !== undefined) {
      const fresh = access.play(bearerOf(request.authorization), entry.streamName);
      if (!fresh || !isRenewal(entry.claims, fresh)) {
        end(id);
        return problem(401, { 'www-authenticate': 'Bearer' });
      }
      entry.claims = fresh;
    }
    const body = await request.readBody(FRAGMENT_BYTES_MAX);
    if (body === undefined) return problem(413);
    for (const { mid, candidate } of candidatesOf(body)) entry.viewer.addCandidate(mid, candidate);
    return problem(
      204,
      isLeaving(options.leaving) && !entry.claims.preview
        ? { [MOVE_HEADER]: '1', 'access-control-expose-headers': MOVE_HEADER }
        : {},
    );
  };

  return {
    async handle(request) {
      const [streamName = '', id, ...more] = request.path.slice(WHEP_PATH.length).split('/');
      if (more.length > 0 || streamName === '') return problem(404);
      if (id === undefined)
        return request.method === 'POST'
          ? post(request, streamName)
          : problem(405, { allow: 'POST, OPTIONS' });
      // Somebody who has left is told so again: their right may have ended first.
      if (request.method === 'DELETE' && ended.has(`${streamName}/${id}`)) return problem(200);
      if (entries.get(id)?.streamName !== streamName) return problem(404);
      if (request.method === 'PATCH') return patch(request, id);
      if (request.method !== 'DELETE') return problem(405, { allow: 'DELETE, PATCH, OPTIONS' });
      end(id);
      return problem(200);
    },
    revoke(revocation) {
      for (const [id, { claims }] of entries) if (isCovered(claims, revocation)) end(id);
    },
    sweep() {
      for (const [id, { claims }] of entries) if (claims.expiresAt <= now()) end(id);
    },
    closeAll() {
      for (const id of entries.keys()) end(id);
    },
    get viewerCount() {
      return entries.size;
    },
  };
}
