import { createHmac } from 'node:crypto';
import type { IceServer } from '@klieg/contract/features/relays/ice-server';
import type { Clock } from '@klieg/kernel';
import { SECOND_MS } from '@klieg/kernel/time';
import type { RelaySettings } from './relay-settings.ts';

/** How long a relay login admits new connections; existing ones continue. */
export const LOGIN_MS = 6 * 60 * 60_000;

/** What a browser is given for its connections by WebRTC. */
export interface IceServers {
  readonly servers: IceServer[];
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Servers for somebody identified by a word of the site's own, which the relay writes into its log. */
export type IceServersFor = (who: string) => IceServers;

/**
 * Expiring logins, in the form that TURN servers check with only a shared secret (draft-uberti-behave-turn-rest-00;
 * coturn's `use-auth-secret`): the name is the expiry time and somebody's word, the password its HMAC-SHA1.
 */
export function makeIceServers({ stunUrls, turnUrls, secret }: RelaySettings, clock: Clock): IceServersFor {
  return (who) => {
    const endsAt = Math.floor((clock.now() + LOGIN_MS) / SECOND_MS);
    const username = `${endsAt}:${who}`;
    return {
      servers: [
        ...(stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : []),
        ...(turnUrls.length > 0
          ? [
              {
                urls: [...turnUrls],
                username,
                credential: createHmac('sha1', secret).update(username).digest('base64'),
              },
            ]
          : []),
      ],
      expiresAt: endsAt * SECOND_MS,
    };
  };
}
