import type { Broadcast } from '../broadcasts/broadcast.ts';
import type { Access } from '../control/access.ts';
import { WHEP_PATH, type WhepStream } from '../edge/webrtc/whep-gate.ts';
import {
  bearerOf,
  type EndpointAnswer,
  type EndpointRequest,
  problem,
} from '../ingest/whip/whip-endpoint.ts';
import type { Origin } from './origins.ts';
import type { Relays } from './relays.ts';

/** WHEP of any stream, wherever it is published. */
export interface WhepAnywhere {
  /** A stream whose WebRTC viewers can get all of it from this process. */
  findWhep(streamName: string): WhepStream | undefined;
  /**
   * Where a viewer's offer is answered: here if everything the viewer needs is here (no result then). Otherwise at the
   * address of the origin, which checks the token again, as long as the viewer stays.
   */
  route(request: EndpointRequest): Promise<string | EndpointAnswer | undefined>;
}

export interface WhepAnywhereOptions {
  readonly access: Pick<Access, 'play'>;
  readonly findNamed: (streamName: string) => Broadcast | undefined;
  readonly findOrigin: (streamName: string) => Origin | undefined;
  readonly relays: Pick<Relays, 'find'>;
  /** Resolves when the stream is there, or has had its time to come. */
  readonly awaitStream: (streamName: string) => Promise<void>;
}

/** Offers of one login session waiting for their stream; further ones are told at once that there is none. */
const WAITING_PER_SESSION_MAX = 16;

export function makeWhepAnywhere(options: WhepAnywhereOptions): WhepAnywhere {
  const { access, findNamed, relays } = options;
  const waiting = new Map<string, number>();

  const awaitStream = async (streamName: string, session: string): Promise<void> => {
    const count = waiting.get(session) ?? 0;
    if (count >= WAITING_PER_SESSION_MAX) return;
    waiting.set(session, count + 1);
    await options.awaitStream(streamName);
    const left = waiting.get(session)! - 1;
    if (left > 0) waiting.set(session, left);
    else waiting.delete(session);
  };

  return {
    findWhep(streamName) {
      const own = findNamed(streamName);
      if (own) return { whep: own.whep, clock: own.stream.clock };
      const relayed = relays.find(streamName);
      if (!relayed?.isWholeForWhep) return undefined;
      return {
        whep: relayed.whep,
        // Changes to another origin's when the stream continues there.
        get clock() {
          return relayed.stream.clock;
        },
      };
    },
    async route({ method, path, authorization }) {
      const [streamName = '', ...more] = path.slice(WHEP_PATH.length).split('/');
      if (more.length > 0 || method !== 'POST') return undefined;
      const claimsNow = () => access.play(bearerOf(authorization), streamName);
      const claims = claimsNow();
      if (claims) await awaitStream(streamName, claims.session);
      const origin = findNamed(streamName) ? undefined : options.findOrigin(streamName);
      if (!origin) return undefined;
      if (!claimsNow()) return problem(401, { 'www-authenticate': 'Bearer' });
      if (await relays.find(streamName)?.hasAllForWhep()) return undefined;
      return origin.url ?? problem(503, { 'retry-after': '1' });
    },
  };
}
