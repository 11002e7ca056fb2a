import type { PlannedRoute, Route } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { patternOf } from './api-path.ts';

/**
 * Refuses an address that nothing serves: if it exists for other methods, the answer names them.
 * @throws common.method_not_allowed, common.not_found
 */
export function makeRefuseUnknown(
  routes: readonly (Route | PlannedRoute)[],
): (request: FastifyRequest, reply: FastifyReply) => never {
  const known = routes.map(([method, path]) => ({ method, pattern: patternOf(path) }));
  return ({ url, method }, reply) => {
    const path = url.split('?')[0]!;
    const allowed = new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    // Whatever is read by GET answers HEAD too.
    const methods = [...allowed].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
    // The method is right where a part of the address is longer than anything that exists.
    if (methods.length === 0 || methods.includes(method)) throw new AppError('common.not_found');
    void reply.header('allow', methods.join(', '));
    throw new AppError('common.method_not_allowed');
  };
}
