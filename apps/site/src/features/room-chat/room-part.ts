import type { Payload, Room } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import type { LiveRoom, RoomHub, RoomPart } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

/** Lines that the first HTML shows; the socket brings up to 200. */
const FIRST_LINES = 50;

type Line = Room['chatMessageList'][number];
type Told = Payload<'v3.chat.message'>;
type Tip = Payload<'v3.tip.received'>;

/** A line's data about its writer; private values stay empty. */
const presentWriter = (line: Partial<Told>): Line['user'] => ({
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
});

/** A room's line in the shape of the HTTP answer. */
const presentLine = (line: Told): Line => ({
  id: line.id,
  message: line.message,
  at: toInstant(line.at),
  username: line.username ?? '',
  type: line.type === 'system' ? 'system' : 'text',
  user: presentWriter(line),
  user_language: line.user_language ?? 'en',
  tip: null,
  tip_item: null,
  hidden: false,
});

/** A tip as a line; nameless where its sender is hidden (F9). */
function presentTip({ id, at, tokens, sender_name: sender, comment, app_data: data }: Tip): Line {
  const item = data?.['radio_option'];
  return {
    id,
    message: comment ?? '',
    at: toInstant(at),
    username: sender ?? '',
    type: 'tip',
    user: presentWriter(sender === undefined || sender === null ? {} : { username: sender }),
    user_language: 'en',
    tip: tokens,
    tip_item: typeof item === 'string' ? item : null,
    hidden: false,
  };
}

/** The newest lines and tips as somebody gets them, the oldest first. */
const firstLines = (
  room: Pick<LiveRoom, 'linesFor' | 'actsFor'>,
  reader: Parameters<LiveRoom['linesFor']>[0],
): Line[] => {
  const lines = room.linesFor(reader).slice(-FIRST_LINES);
  const tips = room.actsFor('v3.tip.received', reader);
  return [
    ...lines.map((line) => ({ at: line.at, line: presentLine(line) })),
    ...tips.map((tip) => ({ at: tip.at, line: presentTip(tip) })),
  ]
    .toSorted((one, other) => one.at - other.at)
    .slice(-FIRST_LINES)
    .map(({ line }) => line);
};

/** The newest lines of a room, whether the caller may write, and the emoticons. */
export function makeChatPart(deps: {
  readonly hub: Pick<RoomHub, 'find'>;
  readonly canWrite: (owner: Account, caller: SiteCaller) => Promise<Room['chat']['can_write']>;
  readonly emoticons: Room['chat']['emoticonList'];
}): RoomPart<'chat.can_write' | 'chat.emoticonList' | 'chatMessageList'> {
  const linesOf = (owner: Account, reader: Parameters<LiveRoom['linesFor']>[0]): Line[] => {
    const room = deps.hub.find(owner.username);
    return room ? firstLines(room, reader) : [];
  };
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
          ...(hasPassed && { chatMessageList: linesOf(owner, { key: caller.key, role }) }),
        })),
      ),
  };
}
