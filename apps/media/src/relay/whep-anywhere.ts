import type { Broadcast } from '../broadcasts/broadcast.ts';
import type { Access } from '../control/access.ts';
import { WHEP_PATH, type WhepStream } from '../edge/whep-gate.ts';
import { bearerOf, type EndpointAnswer, type EndpointRequest, problem } from '../ingest/whip-endpoint.ts';
import type { Origin } from './origins.ts';
import type { Relays } from './relays.ts';

/** WHEP of any stream, wherever it is published. */
export interface WhepAnywhere {
  /** A stream whose viewers by WebRTC can have all of it from this process. */
  findWhep(streamName: string): WhepStream | undefined;
  /**
   * Where a viewer's offer is answered: here where all that the viewer is to get is here, for which there is no answer
   * yet. Else at the address of the origin, which looks at the token again and for as long as the viewer stays.
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

export function makeWhepAnywhere(options: WhepAnywhereOptions): WhepAnywhere {
  const { access, findNamed, relays } = options;
  return {
    findWhep(streamName) {
      const own = findNamed(streamName);
      if (own) return { whep: own.whep, clock: own.stream.clock };
      const relayed = relays.find(streamName);
      if (!relayed?.isWholeForWhep) return undefined;
      return {
        whep: relayed.whep,
        // It becomes that of another origin where the stream goes on there.
        get clock() {
          return relayed.stream.clock;
        },
      };
    },
    async route({ method, path, authorization }) {
      const [streamName = '', ...more] = path.slice(WHEP_PATH.length).split('/');
      if (more.length > 0 || method !== 'POST') return undefined;
      const mayPlay = (): boolean => access.play(bearerOf(authorization), streamName) !== undefined;
      if (mayPlay()) await options.awaitStream(streamName);
      const origin = findNamed(streamName) ? undefined : options.findOrigin(streamName);
      if (!origin) return undefined;
      if (!mayPlay()) return problem(401, { 'www-authenticate': 'Bearer' });
      if (await relays.find(streamName)?.hasAllForWhep()) return undefined;
      return origin.url ?? problem(503, { 'retry-after': '1' });
    },
  };
}
