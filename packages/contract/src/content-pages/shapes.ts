import { z } from 'zod';

const NAME_MAX = 64;

/** The name of a text, section or outlet in an address. */
export const slug = z
  .string()
  .max(NAME_MAX)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

/** An address on another site: https, a host with a dot, no name or password in it. */
export const httpsAddress = z
  .url({ protocol: /^https$/, hostname: /^[^.]+(?:\.[^.]+)+$/ })
  .max(500)
  .refine((text) => {
    const parsed = URL.parse(text);
    return parsed !== null && parsed.username === '' && parsed.password === '';
  });

/** 128 bits as 22 base64url characters: the holder may look at the complaint. */
export const receiptKey = z.string().regex(/^[A-Za-z0-9_-]{22}$/);
