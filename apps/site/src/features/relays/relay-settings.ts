import { z } from 'zod';

/** Servers of the operator's that help connections by WebRTC through networks. */
export interface RelaySettings {
  /** Tell a browser its own address; need no login. */
  readonly stunUrls: readonly string[];
  /** For connections that work no other way. */
  readonly turnUrls: readonly string[];
  /** Shared with the TURN servers, which use it to check logins; empty without any. */
  readonly secret: string;
}

/** RFC 7064 and RFC 7065: a host, IPv6 in brackets, perhaps a port, and for TURN perhaps a transport. */
const STUN = /^stuns?:(?:\[[\da-f:]+\]|[a-z\d.-]+)(?::\d{1,5})?$/iu;
const TURN = /^turns?:(?:\[[\da-f:]+\]|[a-z\d.-]+)(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/iu;

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** The operator's environment fields for relays; empty means absent. */
export const relayEnvironment = {
  ICE_URLS: z
    .string()
    .transform(list)
    .refine(
      (urls) => urls.every((url) => STUN.test(url) || TURN.test(url)),
      'ICE_URLS must be a comma list of addresses such as stun:turn.example:3478 and turns:turn.example:443?transport=tcp',
    )
    .default([]),
  TURN_SECRET: z
    .string()
    .refine((text) => text === '' || text.length >= 16, 'TURN_SECRET must be at least 16 signs')
    .default(''),
};

type Given = { readonly ICE_URLS: readonly string[]; readonly TURN_SECRET: string };

/** Errors of partly configured relays. */
export function faultsOfRelays({ ICE_URLS, TURN_SECRET }: Given): readonly string[] {
  const hasTurn = ICE_URLS.some((url) => TURN.test(url));
  if (hasTurn && !TURN_SECRET)
    return [
      'TURN_SECRET must be given for the turn addresses of ICE_URLS: the static-auth-secret of the server',
    ];
  if (!hasTurn && TURN_SECRET) return ['ICE_URLS must name a turn address for TURN_SECRET'];
  return [];
}

export const relaySettingsOf = ({ ICE_URLS, TURN_SECRET }: Given): RelaySettings => ({
  stunUrls: ICE_URLS.filter((url) => STUN.test(url)),
  turnUrls: ICE_URLS.filter((url) => TURN.test(url)),
  secret: TURN_SECRET,
});
