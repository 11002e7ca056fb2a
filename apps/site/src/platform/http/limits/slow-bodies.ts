import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file is the body: it may take as long as bytes keep coming. */
    readonly takesFile?: boolean;
  }
}

export interface BodyLimits {
  /** An ordinary body must be complete after this many milliseconds. */
  readonly bodyMs: number;
  /** A file has to bring this much in each such time. */
  readonly fileBytesMin: number;
}

const LIMITS: BodyLimits = { bodyMs: 15_000, fileBytesMin: 16 * 1024 };

/** Whether a request says that a body follows. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** We wait for the sender; with a full buffer the sender waits for our disk. */
const isWaitedFor = (request: IncomingMessage): boolean =>
  request.readableLength < request.readableHighWaterMark;

function refuseSlow(request: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent)
    request.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  request.socket.destroy();
}

/**
 * Disconnects clients that hold a request open with a slow body. Node's own limit for a whole request would also cut
 * off long files, however fast they come.
 */
export function limitSlowBodies(app: FastifyInstance, { bodyMs, fileBytesMin }: BodyLimits = LIMITS): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) {
      const { takesFile } = request.routeOptions.config;
      let seenBytes = raw.socket.bytesRead;
      // Since the last look; what begins to be read just before one has not had its time yet.
      let wasWaitedFor = true;
      const timer = setInterval(() => {
        const cameBytes = raw.socket.bytesRead - seenBytes;
        seenBytes += cameBytes;
        if (raw.complete) clearInterval(timer);
        else if (!takesFile || (cameBytes < fileBytesMin && wasWaitedFor && isWaitedFor(raw)))
          refuseSlow(raw, reply.raw);
        wasWaitedFor = isWaitedFor(raw);
      }, bodyMs);
      timer.unref();
      reply.raw.once('close', () => clearInterval(timer));
    }
    done();
  });
}
