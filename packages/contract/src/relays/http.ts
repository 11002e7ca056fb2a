import { z } from 'zod';
import { calls, instant, shape } from '../call.ts';
import { iceServer } from './ice-server.ts';
import { relaysRoutes } from './routes.ts';

export const relaysCalls = calls(relaysRoutes, {
  getIceServers: {
    who: 'guest',
    rate: 'media',
    response: shape({
      /** Empty: this site has no relay. */
      ice_servers: z.array(iceServer),
      /** Until when they may be used for new connections. */
      expires_at: instant,
    }),
    errors: [],
    ids: ['LIVE-VIDEO-029'],
  },
});
