import type { PublishClaims } from '../../control/access.ts';
import { MOVE_HEADER } from '../../control/leaving.ts';
import type { PublishResult } from './publish-result.ts';
import { filterPublishOffer, type PublishOffer } from './publish-offer.ts';
import { candidatesOf } from './sdp.ts';

/** An answer before it is written to the wire. */
export interface EndpointAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface EndpointRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  /** The body as text; undefined when it is longer than the limit. */
  readBody(bytesMax: number): Promise<string | undefined>;
}

/** What the endpoint uses of the rest. */
export interface WhipPorts {
  /** False where it is certain, without asking the site, that this bearer opens nothing. */
  readonly mayOpen: (bearer: string) => boolean;
  /** The claims of a publish token or, asked of the site, of a stream key. */
  readonly publishClaims: (bearer: string) => Promise<PublishClaims | undefined>;
  readonly isToken: (token: string) => boolean;
  readonly publish: (claims: PublishClaims, offer: PublishOffer) => Promise<PublishResult>;
  readonly addCandidates: (id: string, candidates: readonly { mid: string; candidate: string }[]) => boolean;
  readonly leave: (resourceId: string) => boolean;
  /**
   * The token with which the publisher moves to another process; undefined if it must not, or the bearer did not begin
   * it.
   */
  readonly moveTokenOf: (resourceId: string, bearer: string) => string | undefined;
}

export const WHIP_PATH = '/live/whip';

const OFFER_BYTES_MAX = 64 * 1024;
const FRAGMENT_BYTES_MAX = 16 * 1024;

const STATUS_OF_REFUSAL = {
  conflict: 409,
  stopped: 403,
  full: 503,
  malformed: 400,
  unavailable: 503,
  no_codec: 422,
} as const;

/** An answer without a body. */
export const problem = (status: number, headers: Record<string, string> = {}): EndpointAnswer => ({
  status,
  headers,
});

/** The token of an Authorization header; empty without one. */
export const bearerOf = (authorization: string | undefined): string =>
  /^Bearer ([\x21-\x7e]{1,2000})$/i.exec(authorization ?? '')?.[1] ?? '';

/** The media type without its parameters, in lower case. */
export const mediaType = (contentType: string | undefined): string =>
  (contentType ?? '').split(';')[0]!.trim().toLowerCase();

/** WHIP (RFC 9725): POST an offer, PATCH candidates, DELETE to leave. */
export function makeWhipEndpoint(ports: WhipPorts): (request: EndpointRequest) => Promise<EndpointAnswer> {
  /** A genuine token for something else is distinguished from a wrong one; its holder knows it anyway. */
  const refusal = (bearer: string): EndpointAnswer =>
    ports.isToken(bearer) ? problem(403) : problem(401, { 'www-authenticate': 'Bearer' });

  const post = async (request: EndpointRequest): Promise<EndpointAnswer> => {
    const bearer = bearerOf(request.authorization);
    if (!ports.mayOpen(bearer)) return refusal(bearer);
    if (mediaType(request.contentType) !== 'application/sdp')
      return problem(415, { 'accept-post': 'application/sdp' });
    const body = await request.readBody(OFFER_BYTES_MAX);
    if (body === undefined) return problem(413);
    const offer = filterPublishOffer(body);
    if (!offer.ok) return problem(STATUS_OF_REFUSAL[offer.reason]);
    // Asked last: the site begins a broadcast for a stream key, and a session may have ended while the body came.
    const claims = await ports.publishClaims(bearer);
    if (!claims) return refusal(bearer);
    const result = await ports.publish(claims, offer);
    if (!result.ok)
      return problem(
        STATUS_OF_REFUSAL[result.reason],
        result.reason === 'malformed' ? {} : { 'retry-after': '1' },
      );
    const headers = {
      'content-type': 'application/sdp',
      location: `${WHIP_PATH}/${result.resourceId}`,
      'access-control-expose-headers': 'Location',
    };
    return { status: 201, headers, body: result.answer };
  };

  const patch = async (request: EndpointRequest, resourceId: string): Promise<EndpointAnswer> => {
    if (mediaType(request.contentType) !== 'application/trickle-ice-sdpfrag')
      return problem(415, { 'accept-patch': 'application/trickle-ice-sdpfrag' });
    const body = await request.readBody(FRAGMENT_BYTES_MAX);
    if (body === undefined) return problem(413);
    if (!ports.addCandidates(resourceId, candidatesOf(body))) return problem(404);
    const token = ports.moveTokenOf(resourceId, bearerOf(request.authorization));
    return problem(
      204,
      token === undefined
        ? {}
        : { [MOVE_HEADER]: token, 'access-control-expose-headers': MOVE_HEADER, 'cache-control': 'no-store' },
    );
  };

  return async (request) => {
    if (request.path === WHIP_PATH)
      return request.method === 'POST' ? post(request) : problem(405, { allow: 'POST, OPTIONS' });
    const resourceId = request.path.slice(WHIP_PATH.length + 1);
    if (request.method === 'DELETE') return problem(ports.leave(resourceId) ? 200 : 404);
    if (request.method === 'PATCH') return patch(request, resourceId);
    return problem(405, { allow: 'DELETE, PATCH, OPTIONS' });
  };
}
