import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { hasBody } from './slow-bodies.ts';

const REST_BYTES_MAX = 32 * 1024 * 1024;
/** A file may take hours as long as it keeps coming, one that is refused may not. */
const REST_MS = 60_000;

/**
 * Reads what is left of a body before its request is refused: a browser or a proxy that is still sending when the
 * connection ends never sees why. Resolves at once for a body of unknown length, or one longer than 32 MiB, and after
 * a minute for every other; ordinary bodies are cut off sooner, by their own limit.
 * @param forMs shorter in tests
 */
export const readRest = (request: IncomingMessage, forMs = REST_MS): Promise<void> =>
  new Promise((resolve) => {
    const isRead = !hasBody(request) || request.complete || request.destroyed;
    if (isRead || !(Number(request.headers['content-length']) <= REST_BYTES_MAX)) return resolve();
    finished(request, { writable: false, signal: AbortSignal.timeout(forMs) }, () => resolve());
    request.resume();
  });
