import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { MOVE_HEADER } from '../control/leaving.ts';

/** A request to another media process. */
export interface NodeRequest {
  /** Internal address of the process. */
  readonly url: string;
  readonly method: string;
  /** Path and query below `/internal`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Its answer; bodies are as they came, so a compressed one has its `content-encoding`. */
export interface NodeAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Asks other media processes; undefined where one could not be reached or answered too much. */
export type AskNode = (request: NodeRequest) => Promise<NodeAnswer | undefined>;

/** Longer than the longest wait for a part that is still to come. */
const ANSWER_MS = 15_000;
const BODY_BYTES_MAX = 16 * 1024 * 1024;
/** Requests on their way at once; beyond it one is not even tried. */
const ASKING_MAX = 10_000;
/** Headers that would identify the answering process are not passed on to viewers. */
const HEADERS: ReadonlySet<string> = new Set([
  'access-control-expose-headers',
  'accept-patch',
  'accept-post',
  'allow',
  'cache-control',
  'content-encoding',
  'content-type',
  MOVE_HEADER,
  'location',
  'retry-after',
  'vary',
  'www-authenticate',
  'x-content-type-options',
  'x-stream-ahead',
  'x-stream-clock',
]);

function passed(headers: IncomingMessage['headers']): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    HEADERS.has(name) && typeof value === 'string' ? [[name, value] as const] : [],
  );
  const kept = Object.fromEntries(entries);
  // An address with a host in it would show where streams come from.
  if (kept['location']?.startsWith('/live/') === false) delete kept['location'];
  return kept;
}

async function readAll(answer: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

/** @param key value of `x-internal-secret` */
export function makeAskNode(key: string): { readonly ask: AskNode; close(): void } {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  let asking = 0;

  const send = ({ url, method, path, headers, body, signal }: NodeRequest): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const limits = [AbortSignal.timeout(ANSWER_MS), ...(signal ? [signal] : [])];
      const request = httpRequest(new URL(`/internal${path}`, url), {
        agent,
        method,
        headers: { ...headers, 'x-internal-secret': key },
        signal: AbortSignal.any(limits),
      });
      request.on('response', resolve);
      request.on('error', reject);
      request.end(body);
    });

  return {
    async ask(request) {
      if (asking >= ASKING_MAX) return undefined;
      asking += 1;
      try {
        const answer = await send(request);
        const body = await readAll(answer);
        return body && { status: answer.statusCode ?? 502, headers: passed(answer.headers), body };
      } catch {
        return undefined;
      } finally {
        asking -= 1;
      }
    },
    close: () => agent.destroy(),
  };
}
