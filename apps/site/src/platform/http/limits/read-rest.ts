import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { hasBody } from './slow-bodies.ts';

const REST_BYTES_MAX = 32 * 1024 * 1024;

/**
 * Reads what is left of a body before its request is refused: a browser or a proxy that is still sending when the
 * connection ends never sees why. Resolves at once for a body of unknown length, or one longer than 32 MiB; slow ones
 * are cut off by their own limit.
 */
export const readRest = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const isRead = !hasBody(request) || request.complete || request.destroyed;
    if (isRead || !(Number(request.headers['content-length']) <= REST_BYTES_MAX)) return resolve();
    finished(request, { writable: false }, () => resolve());
    request.resume();
  });
