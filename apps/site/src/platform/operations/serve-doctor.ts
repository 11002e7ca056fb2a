import type { FastifyInstance } from 'fastify';
import type { VisitorOf } from '../visitors/index.ts';
import { DOCTOR_HEADER, DOCTOR_PATH, isDoctorSignature } from './doctor-signature.ts';

/** How the site sees a caller, besides the address of the connection itself. */
export interface SeenVisitor {
  readonly address: string;
  readonly country: string | null;
  readonly state: string | null;
  readonly peer: string;
}

interface Uses {
  readonly key: Uint8Array;
  readonly visitorOf: VisitorOf;
  readonly nowMs: () => number;
}

/** Tells only the doctor how it is seen; for everybody else this address does not exist. */
export function serveDoctor(app: FastifyInstance, { key, visitorOf, nowMs }: Uses): void {
  app.get(DOCTOR_PATH, (request, reply) => {
    void reply.header('cache-control', 'no-store');
    if (!isDoctorSignature(key, request.headers[DOCTOR_HEADER], nowMs())) return reply.status(404).send();
    const { address, country, state } = visitorOf(request);
    const seen: SeenVisitor = { address, country, state, peer: request.socket.remoteAddress ?? '' };
    return reply.send(seen);
  });
}
