import { createHmac } from 'node:crypto';
import type { callsByFeature } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { makeIceServers } from './ice-servers.ts';
import type { RelaySettings } from './relay-settings.ts';

interface Uses {
  readonly relaySettings: RelaySettings;
}

export type RelaysFeature = ReturnType<typeof composeRelays>;

/** Relays for connections by WebRTC. */
export function composeRelays({ clock, secretOf }: Kit, { relaySettings }: Uses) {
  const iceServersFor = makeIceServers(relaySettings, clock);
  const key = secretOf('relays');
  /** A session's name in a relay's log, which reveals nothing to others. */
  const wordOf = ({ sessionId }: SiteCaller): string =>
    createHmac('sha256', key)
      .update(sessionId ?? 'guest')
      .digest('hex')
      .slice(0, 16);
  /** What a caller's browser is given with a right to publish. */
  const iceServersOf = (caller: SiteCaller) => iceServersFor(wordOf(caller)).servers;
  const handlers: Handlers<(typeof callsByFeature)['relays'], SiteCaller> = {
    async getIceServers(_input, { caller }) {
      const { servers, expiresAt } = iceServersFor(wordOf(caller));
      return { ice_servers: servers, expires_at: toInstant(new Date(expiresAt)) };
    },
  };
  return { iceServersOf, handlers };
}
