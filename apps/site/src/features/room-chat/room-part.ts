import type { Payload, Room } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import type { RoomHub, RoomPart } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

/** Lines that the first HTML shows; the socket brings up to 200. */
const FIRST_LINES = 50;

type Line = Room['chatMessageList'][number];

/** A room's line in the shape of the HTTP answer. */
function presentLine(line: Payload<'v3.chat.message'>): Line {
  return {
    id: line.id,
    message: line.message,
    at: toInstant(line.at),
    username: line.username ?? '',
    type: line.type === 'system' ? 'system' : 'text',
    user: {
      username: line.username ?? '',
      gender: line.gender ?? null,
      is_model: line.is_model ?? false,
      is_vip: line.is_vip ?? false,
      is_super_vip: line.is_super_vip ?? false,
      has_tokens: line.has_tokens ?? false,
      email_confirmed: false,
      has_cc: false,
      has_purchase: line.has_purchase ?? false,
      is_guest: line.is_guest ?? false,
      recentTips: line.recentTips ?? 0,
      tokens: 0,
      recent_purchases: 0,
      socket_id: null,
    },
    user_language: line.user_language ?? 'en',
    tip: null,
    hidden: false,
  };
}

/** The newest lines of a room, whether the caller may write, and the emoticons. */
export function makeChatPart(deps: {
  readonly hub: Pick<RoomHub, 'find'>;
  readonly canWrite: (owner: Account, caller: SiteCaller) => Promise<Room['chat']['can_write']>;
  readonly emoticons: Room['chat']['emoticonList'];
}): RoomPart<'chat.can_write' | 'chat.emoticonList' | 'chatMessageList'> {
  return {
    empty: {
      'chat.can_write': { ok: false, reason: 'unavailable' },
      'chat.emoticonList': deps.emoticons,
      chatMessageList: [],
    },
    read: (asks) =>
      Promise.all(
        asks.map(async ({ owner, caller, role, hasPassed }) => ({
          'chat.can_write': hasPassed
            ? await deps.canWrite(owner, caller)
            : { ok: false, reason: 'password_required' },
          ...(hasPassed && {
            chatMessageList: (deps.hub.find(owner.username)?.linesFor({ key: caller.key, role }) ?? [])
              .slice(-FIRST_LINES)
              .map(presentLine),
          }),
        })),
      ),
  };
}
