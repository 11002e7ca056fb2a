import { createHash } from 'node:crypto';
import type { Log } from '@klieg/kernel';
import { z } from 'zod';

/**
 * Whether a password is in a collection of stolen ones. A missing answer counts as no: an outage of a foreign service
 * must not prevent anybody from joining.
 */
export type IsBreached = (password: string) => Promise<boolean>;

/** The operator's environment field; empty means absent. */
export const breachEnvironment = {
  BREACH_URL: z
    .string()
    .refine((text) => {
      const url = URL.parse(text || 'https://unset.invalid/');
      return (
        url !== null &&
        /^https?:$/.test(url.protocol) &&
        url.pathname.endsWith('/') &&
        !url.search &&
        !url.hash
      );
    }, 'BREACH_URL must be an http or https address that ends with a slash, to which five signs are added')
    .transform((text) => text || undefined)
    .optional(),
};

const PREFIX_SIGNS = 5;
/** People waiting for the form wait for this too. */
const WAIT_MS = 3_000;

/**
 * Looks passwords up by k-anonymity, in the form of Have I Been Pwned's range service: it is sent the first five
 * characters of a SHA-1, which thousands of passwords share, and answers with the rest of each and how often it was
 * seen.
 * @param waitMs shorter in tests
 */
export const makeBreachLookup =
  (url: string, log: Log, waitMs = WAIT_MS): IsBreached =>
  async (password) => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const answer = await fetch(new URL(digest.slice(0, PREFIX_SIGNS), url), {
        // Lines that mean nothing, so that the length of the answer does not tell which prefix it was.
        headers: { 'add-padding': 'true' },
        redirect: 'error',
        signal: AbortSignal.timeout(waitMs),
      });
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
      const wanted = `${digest.slice(PREFIX_SIGNS)}:`;
      const line = (await answer.text()).split(/\r?\n/).find((one) => one.toUpperCase().startsWith(wanted));
      return line !== undefined && Number(line.slice(wanted.length)) > 0;
    } catch (error) {
      log.warn({ err: error }, 'a password could not be looked up among stolen ones');
      return false;
    }
  };
