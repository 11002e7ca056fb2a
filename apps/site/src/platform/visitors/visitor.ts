import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback, type IsListed, networkOf, plainAddress } from './networks.ts';

/** Where somebody is, as far as known. */
export interface Place {
  readonly country: string | null;
  /** ISO 3166-2, e.g. `US-FL`. */
  readonly state: string | null;
}

export const NOWHERE: Place = { country: null, state: null };

/** Who calls, by HTTP or by socket: what every limit, ban and rule about places goes by. */
export interface Visitor extends Place {
  readonly address: string;
  /** What limits count: the address, for IPv6 its first 64 bits. */
  readonly network: string;
  readonly isLoopback: boolean;
}

/** The parts of a request that say where it comes from. */
export interface VisitorRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

export type VisitorOf = (request: VisitorRequest) => Visitor;

export interface VisitorRules {
  /** Proxies in front of the site that each add their caller's address; 0: visitors connect directly. */
  readonly hops: number;
  /** Whether the direct caller is such a proxy. The headers of all others are ignored. */
  readonly isProxy: IsListed;
  /** Names of the headers in which the proxy says where a visitor is, in lower case. */
  readonly countryHeader: string | undefined;
  readonly regionHeader: string | undefined;
  /** Knows places by address, e.g. from a database file. */
  readonly findPlace: ((address: string) => Place) | undefined;
}

/** A country as its code of two letters and a region as its code within it, or nowhere. */
export function placeOf(country: unknown, region: unknown): Place {
  if (typeof country !== 'string' || !/^[A-Za-z]{2}$/.test(country)) return NOWHERE;
  const code = country.toUpperCase();
  // Proxies say XX for an unknown country and T1 for Tor.
  if (code === 'XX' || code === 'ZZ') return NOWHERE;
  const isRegion = typeof region === 'string' && /^[A-Za-z0-9]{1,3}$/.test(region);
  return { country: code, state: isRegion ? `${code}-${region.toUpperCase()}` : null };
}

/** The one place that knows who calls. */
export function makeVisitorOf(rules: VisitorRules): VisitorOf {
  /** The address that the farthest trusted proxy was called from. */
  const forwardedBy = (header: string | string[] | undefined): string | undefined => {
    const hops = [header ?? []]
      .flat()
      .join(',')
      .split(',')
      .map((part) => plainAddress(part.trim()));
    // The nearest proxy writes the last one. With fewer entries, one of the proxies was called directly.
    const address = hops.at(-Math.min(rules.hops, hops.length)) ?? '';
    return isIP(address) ? address : undefined;
  };
  const header = (headers: IncomingHttpHeaders, name: string | undefined) =>
    name === undefined ? undefined : headers[name];

  return ({ headers, socket }) => {
    const peer = plainAddress(socket.remoteAddress ?? '');
    const isProxied = rules.hops > 0 && rules.isProxy(peer);
    const address = (isProxied ? forwardedBy(headers['x-forwarded-for']) : undefined) ?? peer;
    const told = isProxied
      ? placeOf(header(headers, rules.countryHeader), header(headers, rules.regionHeader))
      : NOWHERE;
    const place = told.country === null ? (rules.findPlace?.(address) ?? NOWHERE) : told;
    return { address, network: networkOf(address), isLoopback: isLoopback(address), ...place };
  };
}
