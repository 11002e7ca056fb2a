import type { FanLevel, Payload } from '@klieg/contract';
import { type InvisibleLevel, isSuperVip, isVip } from '../../identity/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import type { Eyes, Role } from '../access/sight-rules.ts';

/** What a room knows of a person's money. */
export interface PersonMoney {
  hasTokens: boolean;
  hasPurchase: boolean;
  /** Tokens to this performer in the last 60 minutes. */
  recentTips: number;
  /** Spendable tokens; others see of them only the order of the list. */
  tokens: number;
  /** Version of the balance, see `BalanceChange`. */
  balanceVersion: number;
  readonly hasCard: boolean;
  /** Purchases of the last 30 days. */
  readonly recentPurchases: number;
}

/** Somebody in a room, as the room's owner node knows them. */
export interface Person extends PersonMoney {
  /** `a{id}` or `g{id}`. */
  readonly key: string;
  readonly username: string;
  readonly displayName: string;
  role: Role;
  caller: SiteCaller;
  /** May not write until then, in Unix milliseconds; 0: may. */
  silencedUntilMs: number;
  invisibleLevel: InvisibleLevel;
  /** In the fan club of the room's performer. */
  fanLevel: FanLevel | null;
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
    is_vip: account !== null && isVip(account),
    is_super_vip: account !== null && isSuperVip(account),
    has_tokens: person.hasTokens,
    has_purchase: person.hasPurchase,
    is_guest: account === null,
    recentTips: person.recentTips,
    recent_purchases: person.hasPurchase ? 1 : 0,
    is_moderator: person.role === 'moderator',
    ...(person.fanLevel && { fan_level: person.fanLevel }),
  };
}

/** Everything: for the person's own page and for staff (filter F4). */
export const fullSummaryOf = (person: Person, socketId: string | null): UserSummaryWire => ({
  ...summaryOf(person),
  tokens: person.tokens,
  email_confirmed: person.caller.account?.emailConfirmed ?? false,
  has_cc: person.hasCard,
  recent_purchases: person.recentPurchases,
  socket_id: socketId,
  invisible_mode_level: person.invisibleLevel,
});

/** A person as these eyes see them; the streamer learns who hides, never a balance. */
export function summaryFor(person: Person, eyes: Eyes, socketId: string | null): UserSummaryWire {
  switch (eyes) {
    case 'viewers':
      return summaryOf(person);
    case 'streamer':
      return { ...summaryOf(person), invisible_mode_level: person.invisibleLevel };
    case 'staff':
      return fullSummaryOf(person, socketId);
  }
}
