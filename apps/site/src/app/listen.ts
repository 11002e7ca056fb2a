import type { FastifyInstance } from 'fastify';

/**
 * Connections that may wait for the process to take them. When all pages of a busy site come back at once, one
 * that finds the queue full tries again after a whole second; the system's own bound is 4,096 on Linux.
 */
const QUEUE_LENGTH = 4_096;

/** Serves on a port. @returns its address. @throws where it is taken */
export const listen = (app: FastifyInstance, port: number, host: string): Promise<string> =>
  app.listen({ port, host, backlog: QUEUE_LENGTH });
