import { createHash } from 'node:crypto';

const LENGTH_MAX = 60;

/** An outlet's name in addresses: Latin letters and digits; a name without any gets one from its digest. */
export function outletSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LENGTH_MAX)
    .replace(/-$/, '');
  return plain || `outlet-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
