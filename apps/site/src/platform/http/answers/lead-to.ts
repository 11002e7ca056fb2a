import type { FastifyReply } from 'fastify';

/** Sends the browser to a page of ours. */
export function leadTo(reply: FastifyReply, location: string): void {
  void reply.status(303).headers({ location, 'cache-control': 'private, no-store' }).send();
}
