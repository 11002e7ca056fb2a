import type { UserSummary } from '@klieg/contract';
import { type Account, isSuperVip, isVip } from '../identity/index.ts';
import type { PersonMoney } from '../rooms/index.ts';

/**
 * A person in lists and on cards (filter F4). Without `seesAll`, which only the person and staff have,
 * balance, address and card are empty.
 */
export const presentSummary = (account: Account, money: PersonMoney, seesAll: boolean): UserSummary => ({
  username: account.username,
  gender: account.gender,
  is_model: account.type === 'model',
  is_vip: isVip(account),
  is_super_vip: isSuperVip(account),
  has_tokens: money.hasTokens,
  email_confirmed: seesAll && account.emailConfirmed,
  has_cc: seesAll && money.hasCard,
  has_purchase: money.hasPurchase,
  is_guest: false,
  recentTips: money.recentTips,
  tokens: seesAll ? money.tokens : 0,
  recent_purchases: seesAll ? money.recentPurchases : Number(money.hasPurchase),
  // Where somebody is, is nobody's to learn from a card.
  socket_id: null,
});

/** A guest of a room, about whom nothing is known. */
export const presentGuest = (username: string): UserSummary => ({
  username,
  gender: null,
  is_model: false,
  is_vip: false,
  is_super_vip: false,
  has_tokens: false,
  email_confirmed: false,
  has_cc: false,
  has_purchase: false,
  is_guest: true,
  recentTips: 0,
  tokens: 0,
  recent_purchases: 0,
  socket_id: null,
});
