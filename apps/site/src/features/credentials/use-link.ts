import { AppError, type Clock, type Uuid } from '@klieg/kernel';
import { type LinkPurpose, refuseLink } from './link-rules.ts';
import type { SessionEnded } from '../sessions/index.ts';
import type { AccountLink, LinkStore } from './link-store.ts';

/** @throws identity.token_invalid with the reason, which its page shows */
export function refuse(reason: 'unknown' | 'used' | 'expired'): never {
  throw new AppError('identity.token_invalid', { params: { reason } });
}

/** The link of a secret, while it works. @throws identity.token_invalid */
export async function findLink(
  deps: { readonly links: Pick<LinkStore, 'find'>; readonly clock: Clock },
  token: string,
  purpose: LinkPurpose,
): Promise<AccountLink> {
  const link = await deps.links.find(token, purpose);
  const reason = refuseLink(link, deps.clock.now());
  if (reason) refuse(reason);
  return link!;
}

/** Tells of sessions that ended with a password, one by one: rights to watch and to broadcast go by session. */
export function announceAll(
  { announce }: { readonly announce: (ended: SessionEnded) => void },
  ended: readonly Uuid[],
): void {
  for (const sessionId of ended) announce({ sessionId, reason: 'password' });
}
