import type { ChatStatus, UserCard } from '@klieg/contract';
import type { RoomLook } from '@klieg/ui';

/** The state of a room as its card shows it; a private that is open to spies is "spy". */
export function roomLook(status: ChatStatus, spyCost: number | null, hasGroup = false): RoomLook {
  switch (status) {
    case 'online':
      return 'live';
    case 'online_ai':
      return 'ai';
    case 'private':
      return spyCost !== null && spyCost > 0 ? 'spy' : 'private';
    case 'limited':
      return hasGroup ? 'group' : 'ticket';
    case 'standby':
      return 'standby';
    case 'connected':
    case 'reconnecting':
      return 'reconnecting';
    case 'offline':
      return 'offline';
  }
}

/** The right end of a card's strip: a price in tokens, by the minute or once; null for none. */
export function cardPrice(
  look: RoomLook,
  card: Pick<UserCard, 'ticket_price' | 'group_price' | 'spy_cost' | 'private_enabled' | 'private_cost'>,
): { readonly tokens: number; readonly perMinute: boolean } | null {
  if (look === 'ticket' && card.ticket_price !== null) return { tokens: card.ticket_price, perMinute: false };
  if (card.group_price !== null && look !== 'offline') return { tokens: card.group_price, perMinute: true };
  if (look === 'spy' && card.spy_cost !== null) return { tokens: card.spy_cost, perMinute: true };
  if ((look === 'live' || look === 'standby' || look === 'ai') && card.private_enabled)
    return { tokens: card.private_cost, perMinute: true };
  return null;
}

const CODES: Readonly<Record<string, string>> = {
  arabic: 'AR',
  chinese: 'ZH',
  dutch: 'NL',
  english: 'EN',
  french: 'FR',
  german: 'DE',
  italian: 'IT',
  japanese: 'JA',
  korean: 'KO',
  polish: 'PL',
  portuguese: 'PT',
  romanian: 'RO',
  russian: 'RU',
  spanish: 'ES',
  ukrainian: 'UK',
};

/** Two letters for a language slug of the wire, such as EN for english. */
export const languageCode = (slug: string): string => CODES[slug] ?? slug.slice(0, 2).toUpperCase();
