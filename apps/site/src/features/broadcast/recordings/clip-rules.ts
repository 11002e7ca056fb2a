import type { ChatStatus } from '@klieg/contract';
import { CLIP_PAUSE_MS } from '@klieg/contract/features/broadcast/clip-limits';

export type ClipRefusal = 'broadcast.not_live' | 'broadcast.clip_not_public' | 'broadcast.clip_too_soon';

/** A picture that not everybody sees, or nobody. */
const NOT_PUBLIC: readonly ChatStatus[] = ['private', 'limited', 'standby'];

/** Why no clip is made now. @param sinceMs since the last clip was asked for */
export function decideClip(status: ChatStatus, sinceMs: number): ClipRefusal | undefined {
  if (NOT_PUBLIC.includes(status)) return 'broadcast.clip_not_public';
  if (status !== 'online') return 'broadcast.not_live';
  return sinceMs < CLIP_PAUSE_MS ? 'broadcast.clip_too_soon' : undefined;
}
