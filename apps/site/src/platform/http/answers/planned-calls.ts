import type { PlannedRoute } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { FastifyInstance } from 'fastify';
import { addressOf } from './api-path.ts';

/**
 * Answers every call that is declared and not served yet with 501 common.not_yet, before anything of the
 * request is read.
 */
export function servePlanned(
  app: FastifyInstance,
  plannedByFeature: Readonly<Record<string, readonly PlannedRoute[]>>,
): void {
  const refuse = () => Promise.reject(new AppError('common.not_yet'));
  for (const [method, path] of Object.values(plannedByFeature).flat())
    app.route({ method, url: addressOf(path), onRequest: refuse, handler: refuse });
}
