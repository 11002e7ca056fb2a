import type { IncomingMessage } from 'node:http';

/** The visitor's address: the socket's, or what the configured number of proxies say. */
export function visitorAddress(request: IncomingMessage, trustedHops: number): string {
  const own = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  if (trustedHops === 0 || typeof forwarded !== 'string') return own;
  return (
    forwarded
      .split(',')
      .map((part) => part.trim())
      .at(-trustedHops) ?? own
  );
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** An address of this machine. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(address);
