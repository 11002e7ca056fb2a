import { type EndpointAnswer, type EndpointRequest, problem } from '../ingest/whip/whip-endpoint.ts';
import type { AskNode } from './ask-node.ts';

/** WHIP or WHEP, with resources that may be at another process. */
export interface SharedEndpoint {
  /** For publishers and viewers: goes to where the resource or the stream is. */
  serve(request: EndpointRequest): Promise<EndpointAnswer>;
  /** For other media processes: answers here and asks nobody. */
  serveLocal(request: EndpointRequest): Promise<EndpointAnswer>;
}

export interface SharedEndpointOptions {
  readonly local: (request: EndpointRequest) => Promise<EndpointAnswer>;
  /** Tag of this node in the names of its resources; empty where nobody can be sent to it. */
  readonly tag: string;
  readonly findNode: (tag: string) => string | undefined;
  readonly ask: AskNode;
  /** Where a new resource is to be made: an internal address, an answer at once, or undefined for here. */
  readonly route?: (request: EndpointRequest) => Promise<string | EndpointAnswer | undefined>;
}

const BODY_BYTES_MAX = 64 * 1024;
/** A path whose last part is a tag and what the node itself calls the resource. */
const TAGGED = /^(.*\/)([0-9a-f]{12})\.([\w-]{1,64})$/;

export function makeSharedEndpoint(options: SharedEndpointOptions): SharedEndpoint {
  const { local, tag } = options;

  const withTag = (answer: EndpointAnswer): EndpointAnswer => {
    const location = answer.headers?.['location'];
    if (tag === '' || location === undefined) return answer;
    const cut = location.lastIndexOf('/') + 1;
    const tagged = `${location.slice(0, cut)}${tag}.${location.slice(cut)}`;
    return { ...answer, headers: { ...answer.headers, location: tagged } };
  };

  const serveLocal = async (request: EndpointRequest): Promise<EndpointAnswer> => {
    const [, folder, owner, id] = TAGGED.exec(request.path) ?? [];
    if (owner !== undefined && owner !== tag) return problem(404);
    const path = owner === undefined ? request.path : `${folder}${id}`;
    const { method, authorization, contentType } = request;
    const readBody = (bytesMax: number) => request.readBody(bytesMax);
    return withTag(await local({ method, path, authorization, contentType, readBody }));
  };

  const forward = async (url: string, request: EndpointRequest): Promise<EndpointAnswer> => {
    const body = await request.readBody(BODY_BYTES_MAX);
    if (body === undefined) return problem(413);
    const { method, path, authorization, contentType } = request;
    const headers = {
      ...(authorization !== undefined && { authorization }),
      ...(contentType !== undefined && { 'content-type': contentType }),
      'content-length': String(Buffer.byteLength(body)),
    };
    const answer = await options.ask({ url, method, path, headers, body });
    if (!answer) return problem(503, { 'retry-after': '1' });
    const text = answer.body.toString('utf8');
    return { status: answer.status, headers: answer.headers, ...(text === '' ? {} : { body: text }) };
  };

  return {
    async serve(request) {
      const owner = TAGGED.exec(request.path)?.[2];
      if (owner === undefined || owner === tag) {
        const route = owner === undefined ? await options.route?.(request) : undefined;
        if (typeof route === 'object') return route;
        return route === undefined ? serveLocal(request) : forward(route, request);
      }
      const url = options.findNode(owner);
      return url === undefined ? problem(404) : forward(url, request);
    },
    serveLocal,
  };
}
