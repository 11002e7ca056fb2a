import { cleanText, type Locale } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Account, AccountStore } from '../identity/index.ts';
import type { LiveRoom, RoomAccess, RoomHub } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Translator } from './translator.ts';

interface Deps {
  readonly accounts: AccountStore;
  readonly access: RoomAccess;
  readonly hub: RoomHub;
  /** Whether the caller has given the room's password, or needs none. */
  readonly hasPassed: (owner: Account, caller: SiteCaller) => Promise<boolean>;
  /** Undefined: the site translates nothing. */
  readonly translator: Translator | undefined;
}

export interface TranslateWish {
  readonly messageId: string;
  readonly to: Locale;
  /** The line's room; without it this node's rooms are searched. */
  readonly room?: string | undefined;
}

/** How many translated lines are kept, so that a full room translates a line only once. */
const KEPT_MAX = 2_000;

/** Translates a line for somebody who may read it. @throws room_chat.translate_off, room_chat.message_gone */
export function makeTranslateLine({ accounts, access, hub, hasPassed, translator }: Deps) {
  const kept = new Map<string, Promise<string>>();

  const ask = (line: LiveRoom['history'][number], to: Locale, by: Translator): Promise<string> => {
    const key = `${line.id} ${to}`;
    const known = kept.get(key);
    if (known) return known;
    // The language is that of the writer's page: where the reader has the same one, the words tell it.
    const from = line.user_language && line.user_language !== to ? line.user_language : null;
    const answer = by.translate(line.message, from, to).then(cleanText);
    kept.set(key, answer);
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!);
    // What failed is asked again by the next reader.
    answer.catch(() => kept.delete(key));
    return answer;
  };

  const roomOf = async ({ room, messageId }: TranslateWish): Promise<LiveRoom | undefined> => {
    if (room === undefined)
      return [...hub.rooms].find(({ history }) => history.some(({ id }) => id === messageId));
    const owner = await accounts.findByUsername(room);
    return owner && hub.open(owner.username, owner.id);
  };

  /** Lines of a room that the caller may not enter count as gone. */
  const mayRead = async ({ username }: LiveRoom, caller: SiteCaller): Promise<boolean> => {
    const owner = await accounts.findByUsername(username);
    if (!owner || (await access.refusalOf(owner, caller)) !== null) return false;
    return hasPassed(owner, caller);
  };

  /** The line, if it is in the room's history for the caller. */
  const lineOf = async (room: LiveRoom, messageId: string, { account, key }: SiteCaller) => {
    const owner = await accounts.findByUsername(room.username);
    const role = owner && (await access.roleOf(owner, account));
    return role && room.linesFor({ key, role }).find(({ id }) => id === messageId);
  };

  return async (order: TranslateWish, caller: SiteCaller): Promise<string> => {
    if (!translator) throw new AppError('room_chat.translate_off');
    const room = await roomOf(order);
    const line =
      room && (await mayRead(room, caller)) ? await lineOf(room, order.messageId, caller) : undefined;
    if (!line) throw new AppError('room_chat.message_gone');
    return ask(line, order.to, translator);
  };
}
