import type { Payload } from '@klieg/contract';
import { type Clock, type Log, uuidv7 } from '@klieg/kernel';
import type { Socket } from '../../platform/sockets/index.ts';
import { type Account, type AccountStore } from '../identity/index.ts';
import { type Person, type RoomSession, isStaffRole, summaryOf } from '../rooms/index.ts';
import { type ChatFacts, hasLink, LINE_MAX, refuseLine } from './chat-rules.ts';
import type { RecentAcks } from './recent-acks.ts';

interface Deps {
  readonly accounts: AccountStore;
  readonly acks: RecentAcks;
  readonly hasTippedEver: (person: Account, owner: Account) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

type Send = Payload<'v3.chat.send'>;

const TEST_PREFIX = /^(?:debug|test):/i;

/** Who may write in a room, for the line itself and for the room's HTTP answer. */
export async function readChatFacts(
  person: Pick<Person, 'hasTokens' | 'recentTips' | 'role'> & { readonly account: Account | null },
  owner: Account,
  hasTippedEver: Deps['hasTippedEver'],
): Promise<ChatFacts> {
  const { account } = person;
  const chatAllowed = owner.settings.chat_allowed;
  return {
    isLoggedIn: account !== null,
    isPrivileged: person.role !== 'viewer',
    emailConfirmed: account?.emailConfirmed ?? false,
    hasTokens: person.hasTokens,
    recentTips: person.recentTips,
    hasTippedEver: account !== null && chatAllowed === 'tip_anytime' && (await hasTippedEver(account, owner)),
    chatAllowed,
  };
}

const styleOf = (given: Send['style']): Record<string, string> | undefined => {
  const style: Record<string, string> = {};
  if (/^#[0-9a-f]{6}$/.test(String(given?.['text_color'])))
    style['text_color'] = String(given?.['text_color']);
  if (/^(?:arial|verdana|georgia|tahoma|trebuchet|courier)$/.test(String(given?.['font_family'])))
    style['font_family'] = String(given?.['font_family']);
  if (/^(?:9|10|11|14|18)px$/.test(String(given?.['font_size'])))
    style['font_size'] = String(given?.['font_size']);
  return Object.keys(style).length > 0 ? style : undefined;
};

const lineOf = (person: Person, payload: Send, id: string, at: number): Payload<'v3.chat.message'> => {
  const {
    username,
    display_name,
    gender,
    is_model,
    is_vip,
    is_super_vip,
    has_tokens,
    has_purchase,
    is_guest,
    recentTips,
    recent_purchases,
  } = summaryOf(person);
  const style = styleOf(payload.style);
  return {
    message: payload.message,
    username,
    ...(display_name !== undefined && { display_name }),
    gender: gender ?? null,
    is_model,
    is_vip,
    is_super_vip,
    has_tokens,
    has_purchase,
    is_guest,
    recentTips,
    recent_purchases,
    user_language: payload.user_language ?? person.caller.locale,
    id,
    at,
    mode: 'public',
    type: 'text',
    is_moderator: person.role === 'moderator',
    ...(style && { style }),
    ...(payload.reply_to ? { reply_to: payload.reply_to } : {}),
  };
};

/** Handles v3.chat.send: guard, relay, ack; a repeat gets the first ack (S3201, S3202, W56). */
export function makeSendLine(deps: Deps) {
  const refusalOf = async (session: RoomSession, payload: Send): Promise<string | null> => {
    const { person, room } = session;
    const length = [...payload.message].length;
    const isVip =
      person.caller.account?.membership === 'vip' || person.caller.account?.membership === 'super_vip';
    if (length === 0) return 'invalid_message';
    if (length > (isVip || isStaffRole(person.role) ? LINE_MAX.vip : LINE_MAX.normal)) return 'too_long';
    const owner = await deps.accounts.findById(room.ownerId);
    if (!owner) return 'unavailable';
    const facts = await readChatFacts(
      { ...person, account: person.caller.account },
      owner,
      deps.hasTippedEver,
    );
    const refused = refuseLine(facts);
    if (refused) return refused;
    if (payload.message.startsWith('/')) return 'unknown_command';
    return !facts.isPrivileged && hasLink(payload.message) ? 'links' : null;
  };

  const decide = async (session: RoomSession, payload: Send): Promise<Payload<'v3.ack'>> => {
    const errorType = await refusalOf(session, payload);
    if (errorType) return { client_id: payload.client_id, status: 0, errorType };
    const at = deps.clock.now();
    const id = uuidv7(at);
    const line = lineOf(session.person, payload, id, at);
    const isTest = session.person.caller.account?.roles.includes('test') && TEST_PREFIX.test(payload.message);
    if (isTest) session.room.publishMoment('v3.chat.message', { viewers: undefined, staff: line });
    else session.room.publishLine(line);
    return { client_id: payload.client_id, status: 1, id, at };
  };

  return async (session: RoomSession, payload: Send, socket: Socket): Promise<void> => {
    const { key } = session.person;
    const known = deps.acks.find(key, payload.client_id, payload.message);
    if (known === 'conflict')
      return void socket.send('v3.ack', { client_id: payload.client_id, status: 0, errorType: 'conflict' });
    if (known) return void socket.send('v3.ack', known);
    try {
      const ack = await decide(session, payload);
      if (ack.status === 1) deps.acks.keep(key, payload.client_id, payload.message, ack);
      socket.send('v3.ack', ack);
    } catch (error) {
      deps.log.error({ err: error }, 'a chat line could not be handled');
      socket.send('v3.ack', {
        client_id: payload.client_id,
        status: 0,
        errorType: 'unavailable',
        retry_after_ms: 1_000,
      });
    }
  };
}
