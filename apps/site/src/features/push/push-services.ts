import { z } from 'zod';
import { isHostOf } from '../../platform/http/index.ts';

/** Push services of browser vendors, including subdomains. */
const KNOWN = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
] as const;

const HOST = /^[a-z0-9.-]+$/;
/** A service on this machine, for tests. */
const LOCAL = /^http:\/\/127\.0\.0\.1:\d{1,5}$/;

/** What the operator sets of push messages. */
export const pushEnvironment = {
  PUSH_HOSTS: z
    .string()
    .regex(/^(?:[a-z0-9.:-]+(?:,[a-z0-9.:-]+)*)?$/, 'PUSH_HOSTS must be a comma list of hosts of this site')
    .transform((text) => (text ? text.split(',') : []))
    .optional(),
  PUSH_SERVICES: z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .refine(
      (hosts) => hosts.every((host) => HOST.test(host) || LOCAL.test(host)),
      'PUSH_SERVICES must be a comma list of hosts',
    )
    .default([...KNOWN]),
};

/** Whether messages may be sent there: by https to a listed service, so that nobody makes this site call another. */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username !== '' || url.password !== '') return false;
  return services.some((service) =>
    LOCAL.test(service)
      ? url.origin === service
      : url.protocol === 'https:' && url.port === '' && isHostOf(url.hostname, [service]),
  );
}

/** The canonical form of a browser's address, so that it is subscribed once. */
export function plainEndpoint(endpoint: string): string {
  const url = new URL(endpoint);
  url.hash = '';
  return url.href;
}
