import type { Payload } from '@klieg/contract';
import type { SiteCaller } from '../sessions/index.ts';

export type Role = 'viewer' | 'moderator' | 'streamer' | 'model_admin' | 'site_mod';

/** Somebody in a room, as the room's owner node knows them. */
export interface Person {
  /** `a{id}` or `g{id}`. */
  readonly key: string;
  readonly username: string;
  readonly displayName: string;
  role: Role;
  readonly caller: SiteCaller;
  hasTokens: boolean;
  hasPurchase: boolean;
  /** Tokens to this performer in the last 60 minutes. */
  recentTips: number;
  /** May not write until then, in Unix milliseconds; 0: may. */
  silencedUntilMs: number;
}

export type UserSummaryWire = NonNullable<Payload<'v3.chat.user_joined'>['user']>;

/** Streamer and staff: they may administer the room, and see people who hide (filter F2). */
export const isStaffRole = (role: Role): boolean => role !== 'viewer' && role !== 'moderator';

/** Those and the room's moderators: they may moderate it, and see names in moderation (filter F1). */
export const canModerate = (role: Role): boolean => role !== 'viewer';

/** A person as everybody in the room sees them (filter F4): no balance, address or card. */
export function summaryOf(person: Person): UserSummaryWire {
  const { account } = person.caller;
  return {
    username: person.username,
    display_name: person.displayName,
    gender: account?.gender ?? null,
    is_model: account?.type === 'model',
    is_vip: account?.membership === 'vip' || account?.membership === 'super_vip',
    is_super_vip: account?.membership === 'super_vip',
    has_tokens: person.hasTokens,
    has_purchase: person.hasPurchase,
    is_guest: account === null,
    recentTips: person.recentTips,
    recent_purchases: person.hasPurchase ? 1 : 0,
    is_moderator: person.role === 'moderator',
  };
}
