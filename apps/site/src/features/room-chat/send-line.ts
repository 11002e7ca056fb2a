import type { Payload } from '@klieg/contract';
import { type Clock, type Log, uuidv7 } from '@klieg/kernel';
import type { Socket } from '../../platform/sockets/index.ts';
import { type Account, isVip } from '../identity/index.ts';
import {
  canModerate,
  isStaffRole,
  type LiveRoom,
  type Person,
  type RoomSession,
  modeOfSeat,
  watchRules,
} from '../rooms/index.ts';
import { type ChatFactReader, readChatFacts } from './chat-facts.ts';
import { hasLink, LINE_MAX, refuseLine } from './chat-rules.ts';
import type { ChatRulesCache, RoomChatRules } from './chat-rules-cache.ts';
import { readCommand } from './commands.ts';
import type { FloodReason, FloodWatch } from './flood-watch.ts';
import type { HeldLineStore } from './held-line-store.ts';
import { isLineId, isStyle, presentSentLine } from './present-line.ts';
import type { RecentAcks } from './recent-acks.ts';
import type { RunCommand } from './run-command.ts';

interface Deps {
  readonly rules: ChatRulesCache;
  readonly acks: RecentAcks;
  readonly facts: ChatFactReader;
  readonly floods: FloodWatch;
  readonly held: HeldLineStore;
  readonly runCommand: RunCommand;
  /** Silences somebody who floods the room, for the resulting time. */
  readonly autosilence: (room: Account, person: Person, reason: FloodReason) => Promise<number>;
  readonly clock: Clock;
  readonly log: Log;
}

type Send = Payload<'v3.chat.send'>;
type Ack = Omit<Payload<'v3.ack'>, 'client_id'>;

const SOON_MS = 1_000;

const refuse = (errorType: string, more: Partial<Ack> = {}): Ack => ({ status: 0, errorType, ...more });

/** What is wrong with the line itself, whoever reads it. */
function refuseText({ message, style, reply_to: replyTo }: Send, { caller, role }: Person): string | null {
  const { length } = [...message];
  if (length === 0 || !isStyle(style) || !isLineId(replyTo)) return 'invalid_message';
  const isLong = (caller.account !== null && isVip(caller.account)) || isStaffRole(role);
  return length > (isLong ? LINE_MAX.vip : LINE_MAX.normal) ? 'too_long' : null;
}

/** Why a line of a viewer waits for a moderator, or is refused. */
function filterText(text: string, { links, words }: RoomChatRules): 'word' | 'link' | 'refuse' | null {
  if (links !== 'show' && hasLink(text)) return links === 'hold' ? 'link' : 'refuse';
  return words.find(text) === undefined ? null : 'word';
}

/** Moderators learn that something is waiting; only the list says whose it is. */
const tellHeld = (room: LiveRoom, at: number): void =>
  room.publishMoment('v3.chat.message', {
    moderators: {
      id: uuidv7(at),
      at,
      message: 'A message waits for review.',
      type: 'system',
      system_code: 'line_held',
    },
  });

/** Handles v3.chat.send: guard, relay, ack; a repeat gets the first ack (S3201, S3202, W56). */
export function makeSendLine(deps: Deps) {
  const guard = async ({ room, person }: RoomSession, payload: Send, rules: RoomChatRules) => {
    const faulty = refuseText(payload, person);
    if (faulty) return refuse(faulty);
    // Spies read and never write (machine 4).
    if (!watchRules[room.seating.mode][room.seatOf(person)].canWrite) return refuse('not_allowed');
    const nowMs = deps.clock.now();
    const facts = await readChatFacts(
      { ...person, account: person.caller.account },
      rules,
      deps.facts,
      nowMs,
    );
    const refused = refuseLine(facts);
    if (refused === 'silenced' && person.silencedUntilMs < Number.MAX_SAFE_INTEGER)
      return refuse(refused, { retry_after_ms: person.silencedUntilMs - nowMs });
    if (refused) return refuse(refused);
    if (canModerate(person.role)) return undefined;
    const waitMs = deps.floods.waitMs(room.username, person.key, rules.slowModeSeconds);
    return waitMs > 0 ? refuse('slow_mode', { retry_after_ms: waitMs }) : undefined;
  };

  const relay = async (session: RoomSession, payload: Send, rules: RoomChatRules): Promise<Ack> => {
    const { room, person } = session;
    const { id, at, isFirst } = deps.acks.lineOf(person.key, payload.client_id, payload.message);
    const mode = modeOfSeat(room.seating.mode, room.seatOf(person));
    const { reply_to: replyTo } = payload;
    const answers = Boolean(replyTo) && room.linesFor(person).some((known) => known.id === replyTo);
    const line = presentSentLine(person, payload, { id, at, mode, answers });
    const stored: Ack = { status: 1, id: line.id, at };
    // Whatever the prefix: no line of the house's own tests is read by the performer or her viewers (W60).
    if (person.caller.account?.isTest) {
      room.publishMoment('v3.chat.message', { siteStaff: line });
      return stored;
    }
    if (!canModerate(person.role)) {
      // A line retried after a lost connection is no repetition.
      const flood = isFirst && deps.floods.count(room.username, person.key, payload.message);
      if (flood) {
        const untilMs = await deps.autosilence(rules.owner, person, flood);
        return refuse('silenced', { retry_after_ms: untilMs - at });
      }
      const filtered = filterText(payload.message, rules);
      if (filtered === 'refuse') return refuse('links');
      if (filtered) {
        await deps.held.hold(room.ownerId, { line, username: person.username, reason: filtered });
        tellHeld(room, at);
        const error = 'Your message waits for a moderator.';
        return refuse(filtered === 'link' ? 'links' : 'held', { id: line.id, error });
      }
    }
    if (!(await room.publishLine(line))) return refuse('unavailable', { retry_after_ms: SOON_MS });
    deps.floods.shown(room.username, person.key);
    return stored;
  };

  const decide = async (session: RoomSession, payload: Send): Promise<Ack> => {
    const rules = await deps.rules.of(session.room.ownerId);
    if (!rules) return refuse('unavailable', { retry_after_ms: SOON_MS });
    const refused = await guard(session, payload, rules);
    if (refused) return refused;
    if (payload.message.startsWith('/'))
      return deps.runCommand(session, readCommand(payload.message, session.person.role));
    return relay(session, payload, rules);
  };

  /** An accepted line, shown or held, gets the same answer when sent again. */
  const isTaken = (ack: Ack): boolean => ack.status === 1 || ack.id !== undefined;

  return async (session: RoomSession, payload: Send, socket: Socket): Promise<void> => {
    const { key } = session.person;
    const { client_id } = payload;
    const known = deps.acks.find(key, client_id, payload.message);
    if (known === 'conflict') return void socket.send('v3.ack', { client_id, ...refuse('conflict') });
    if (known) return void socket.send('v3.ack', known);
    try {
      const ack = await decide(session, payload);
      if (isTaken(ack)) deps.acks.keep(key, client_id, payload.message, { client_id, ...ack });
      socket.send('v3.ack', { client_id, ...ack });
    } catch (error) {
      deps.log.error({ err: error }, 'a chat line could not be handled');
      socket.send('v3.ack', { client_id, ...refuse('unavailable', { retry_after_ms: SOON_MS }) });
    }
  };
}
