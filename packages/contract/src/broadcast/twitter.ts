import { z } from 'zod';
import { shape } from '../call.ts';

export const TWITTER_NAME_MAX = 15;
const NAME = /^[A-Za-z0-9_]{1,15}$/;

/** A Twitter account. The server checks the name, whatever was sent. */
export const twitter = shape({
  is_enabled: z.boolean(),
  is_valid: z.boolean().default(false),
  username: z.string().max(TWITTER_NAME_MAX),
}).transform((given) => ({ ...given, is_valid: NAME.test(given.username) }));
