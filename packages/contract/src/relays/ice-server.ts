import { z } from 'zod';
import { shape } from '../call.ts';

/**
 * An entry of RTCConfiguration.iceServers, as browsers take it: STUN with only an address, TURN with a login valid for
 * some hours.
 */
export const iceServer = shape({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});

export type IceServer = z.infer<typeof iceServer>;
