import { z } from 'zod';
import { shape } from '../call.ts';

/** An account of a performer at another service. */
export const socialLink = shape({
  url: z.string(),
  handle: z.string(),
  username: z.string(),
  stream_icon: z.boolean(),
}).nullable();
