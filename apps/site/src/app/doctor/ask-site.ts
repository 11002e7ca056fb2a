import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { TLSSocket } from 'node:tls';

const WAIT_MS = 10_000;
const BYTES_MAX = 65_536;

/** An answer, and what its connection tells. */
export interface SiteAnswer {
  readonly status: number;
  readonly text: string;
  /** By its Date header; undefined where it has none. */
  readonly dateMs: number | undefined;
  /** Address from which we asked. */
  readonly localAddress: string;
  /** When the certificate ends; undefined without TLS. */
  readonly certificateEndsMs: number | undefined;
}

/**
 * Asks once by a connection of its own, following nothing. A certificate that is not valid rejects.
 * @param ca authority that is believed in place of those of the system
 */
export async function askSite(
  url: URL,
  headers: Readonly<Record<string, string>> = {},
  ca?: string,
): Promise<SiteAnswer> {
  const options = { headers, agent: false, signal: AbortSignal.timeout(WAIT_MS) } as const;
  const request =
    url.protocol === 'https:'
      ? requestHttps(url, { ...options, ...(ca && { ca }) })
      : requestHttp(url, options);
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { socket } = response;
  const localAddress = (socket.localAddress ?? '').replace(/^::ffff:/, '');
  const certificateEndsMs =
    socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : undefined;
  let text = '';
  for await (const chunk of response) {
    text += String(chunk);
    if (text.length > BYTES_MAX) break;
  }
  const dateMs = response.headers.date ? Date.parse(response.headers.date) : undefined;
  return { status: response.statusCode ?? 0, text, dateMs, localAddress, certificateEndsMs };
}

/** What a text says as JSON; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
