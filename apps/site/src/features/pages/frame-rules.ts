import { z } from 'zod';
import { refuseUsername } from '../identity/index.ts';

/** Sites of partners that may show rooms in a frame; without any nobody frames anything. */
export const frameEnvironment = {
  FRAME_DOMAINS: z
    .string()
    .regex(
      /^(?:(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:,(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+)*)?$/,
      'FRAME_DOMAINS must be a comma list of domains such as partner.example',
    )
    .transform((text) => (text ? text.split(',') : []))
    .default([]),
};

/** Whether a page may be requested with `iframe=1`: only a performer's room, `/{username}`. */
export function isFrameable(url: string): boolean {
  const parsed = URL.parse(url.replace(/^\/+/, '/'), 'http://page');
  if (parsed?.searchParams.get('iframe') !== '1') return false;
  return refuseUsername(parsed.pathname.slice(1).toLowerCase()) === null;
}

/** Who may frame this page, for the policy of its answer; empty: nobody. */
export const frameAncestorsOf = (url: string, domains: readonly string[]): readonly string[] =>
  isFrameable(url) ? domains.map((domain) => `https://${domain}`) : [];
