import { isLoopback, isVastNetwork } from '../platform/visitors/index.ts';
import type { Environment } from './environment.ts';

/** A host name or address that only this machine reaches. */
export const isLocalHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || isLoopback(host.replace(/^\[|\]$/g, ''));

/** What of a configuration lets strangers do what they must not; each sentence says how it is mended. */
type SafetyRule = (given: Environment, publicUrl: URL) => string | undefined;

const isPublic = (url: URL): boolean => !isLocalHost(url.hostname);

const rules: readonly SafetyRule[] = [
  ({ HOST }, url) =>
    !isLocalHost(HOST) && !isPublic(url)
      ? `HOST=${HOST} lets other machines in: set PUBLIC_URL to the https address that they use, or HOST=127.0.0.1`
      : undefined,
  (_given, url) =>
    isPublic(url) && url.protocol !== 'https:'
      ? `PUBLIC_URL=${url.origin} would send passwords and cookies unencrypted: set it to https, with a proxy in front that speaks TLS`
      : undefined,
  // Both brands are one site, whose cookies and redirections are of one kind.
  ({ SISTER_URL }, url) =>
    SISTER_URL !== undefined &&
    (new URL(SISTER_URL).protocol !== url.protocol || isPublic(new URL(SISTER_URL)) !== isPublic(url))
      ? 'SISTER_URL must be reached as PUBLIC_URL is: set both to https addresses, or both to this machine'
      : undefined,
  ({ TRUSTED_HOPS }, url) =>
    url.protocol === 'https:' && TRUSTED_HOPS === 0
      ? 'PUBLIC_URL is https, which a proxy in front has to speak: set TRUSTED_HOPS=1, and TRUSTED_PROXIES where the proxy is on another machine'
      : undefined,
  ({ HOST, DEMO }, url) =>
    DEMO === true && (isPublic(url) || !isLocalHost(HOST))
      ? 'DEMO=1 makes accounts with a published password: leave DEMO out, or keep HOST and PUBLIC_URL on this machine'
      : undefined,
  ({ HOST, ROLES }, url) =>
    ROLES?.includes('sandbox') && (isPublic(url) || !isLocalHost(HOST))
      ? 'ROLES names sandbox, a biller that takes test cards: leave it out, or keep HOST and PUBLIC_URL on this machine'
      : undefined,
  ({ PUSH_SERVICES }, url) =>
    isPublic(url) && PUSH_SERVICES.some((service) => service.startsWith('http:'))
      ? 'PUSH_SERVICES names a service on this machine, which is for tests: list hosts alone'
      : undefined,
  ({ SUPPORT_EMAIL }, url) =>
    isPublic(url) && SUPPORT_EMAIL.endsWith('.invalid')
      ? 'SUPPORT_EMAIL is missing: complaints and requests for help would reach nobody, set it to an address that somebody reads'
      : undefined,
  ({ COUNTRY_HEADER, REGION_HEADER, TRUSTED_HOPS }) =>
    (COUNTRY_HEADER || REGION_HEADER) && TRUSTED_HOPS === 0
      ? 'COUNTRY_HEADER and REGION_HEADER are believed of a proxy only: set TRUSTED_HOPS=1, or leave them out'
      : undefined,
  ({ TRUSTED_PROXIES }) =>
    TRUSTED_PROXIES.some(isVastNetwork)
      ? 'TRUSTED_PROXIES names everybody: set it to the addresses of the proxies alone'
      : undefined,
];

/** Settings that name other machines of the operator. */
const addressesOf = (given: Environment): readonly (readonly [setting: string, address: string])[] => [
  ...given.MEDIA_URL.map((address) => ['MEDIA_URL', address] as const),
  ['MEDIA_SITE_URL', given.MEDIA_SITE_URL ?? ''],
  ['MEDIA_INTERNAL_URL', given.MEDIA_INTERNAL_URL ?? ''],
  ['BUS_URL', given.BUS_URL],
  ['DATABASE_URL', given.DATABASE_URL ?? ''],
  ['DATABASE_OWNER_URL', given.DATABASE_OWNER_URL ?? ''],
];

/** What goes to an address can be read on the way: it leaves this machine, and nothing encrypts it. */
function isOpen(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, protocol, searchParams } = new URL(address);
  if (hostname === '' || isLocalHost(hostname) || protocol === 'https:') return false;
  const mode = searchParams.get('sslmode') ?? '';
  return !(protocol.startsWith('postgres') && /^(?:require|verify-ca|verify-full)$/.test(mode));
}

/** A password in an address is told to nobody. */
const faultsBetweenMachines = (given: Environment): string[] =>
  given.PRIVATE_NETWORK
    ? []
    : addressesOf(given)
        .filter(([, address]) => isOpen(address))
        .map(
          ([setting, address]) =>
            `${setting} names ${new URL(address).host}, and what goes there could be read on the way: encrypt it (https, sslmode=verify-full), or set PRIVATE_NETWORK=1 where only machines of yours are on that network, such as a VPN or a network of containers`,
        );

/** All that is unsafe in a configuration, one sentence each; a process that runs media alone has no pages to protect. */
export function faultsOfSafety(given: Environment, publicUrl: string): string[] {
  const between = faultsBetweenMachines(given);
  if (given.ROLES && !given.ROLES.includes('site')) return between;
  const url = new URL(publicUrl);
  return [...rules.flatMap((rule) => rule(given, url) ?? []), ...between];
}
