import { z } from 'zod';
import { shape } from '../call.ts';

/** An entry of RTCConfiguration.iceServers, as browsers take it: STUN with an address alone, TURN with a login for some hours. */
export const iceServer = shape({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});

export type IceServer = z.infer<typeof iceServer>;
