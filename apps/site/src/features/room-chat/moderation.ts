import type { ModerationAction, Payload } from '@klieg/contract';
import { type AccountId, AppError, type Clock } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import { type Account, accountKey, type AccountStore, guestKey } from '../identity/index.ts';
import type {
  LinesOf,
  ModeratorStore,
  Person,
  Role,
  RoomAccess,
  RoomHub,
  SanctionStore,
  SanctionSubject,
} from '../rooms/index.ts';
import { roleIn } from '../rooms/index.ts';
import { autosilenced } from './autosilences.ts';
import { isOpenLine, linesToClear } from './clear-rules.ts';
import type { FloodReason } from './flood-watch.ts';
import type { HeldLineStore } from './held-line-store.ts';
import { AUTOMATIC, type ModerationEntry, type ModerationLogStore } from './moderation-log-store.ts';
import { endOf, mayModerate, moderationText, type SanctionWish } from './moderation-rules.ts';

/** Who acts in a room. */
export interface Actor {
  readonly id: AccountId | null;
  readonly username: string;
  readonly role: Role;
}

/** Everything that moderators do in a room: each is a row, an event and an entry of the log. */
export interface Moderation {
  /** @throws room_chat.cannot_moderate, common.not_found; @returns when it ends, in Unix milliseconds */
  sanction(room: Account, actor: Actor, wish: SanctionWish): Promise<{ readonly untilMs: number | null }>;
  /** Whether an actor may do anything to this person. @throws as `sanction` */
  check(room: Account, actor: Actor, username: string): Promise<void>;
  /** @throws room_chat.cannot_moderate, common.not_found */
  setModerator(room: Account, username: string, isModerator: boolean): Promise<void>;
  /** @throws room_chat.message_gone */
  deleteLine(room: Account, actor: Actor, id: string): Promise<void>;
  /** Removes the lines of somebody, or all. @returns how many this node knows of */
  clear(room: Account, actor: Actor, username: string | undefined): Promise<number>;
  /** Automatic silence for somebody who floods the room (S2711). @returns until when */
  autosilence(room: Account, person: Person, reason: FloodReason): Promise<number>;
  /** Tells everybody of a change of the room's rules, and keeps it. */
  announceRule(room: Account, actor: Actor, action: 'slow_mode' | 'shield', value: number): Promise<void>;
}

interface Deps {
  readonly accounts: AccountStore;
  readonly sanctions: SanctionStore;
  readonly moderators: ModeratorStore;
  readonly log: ModerationLogStore;
  readonly held: HeldLineStore;
  readonly access: RoomAccess;
  readonly hub: RoomHub;
  /** Takes the room's stream from somebody who was removed. */
  readonly endStreams: (room: Account, subject: SanctionSubject) => Promise<void>;
  readonly tellAccount: (id: AccountId, event: Payload<'v3.autosilenced'>) => void;
  readonly clock: Clock;
}

const AUTOSILENCE_MS = 10 * 60_000;
const AUTOSILENCE_MS_MAX = DAY_MS;
const GUEST = /^guest_([a-z0-9]{8})$/;
const LIFTS = { unban: 'ban', unsilence: 'silence' } as const;

const keyOf = ({ accountId, guestId }: SanctionSubject): string =>
  accountId === null ? guestKey(guestId!) : accountKey(accountId);
const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export function makeModeration(deps: Deps): Moderation {
  const { hub, sanctions } = deps;

  /** The person behind a name. Guests are known only by their name, so one who never came can be banned too. */
  const subjectOf = async (room: Account, username: string) => {
    const account = (await deps.accounts.findByUsername(username.toLowerCase())) ?? null;
    const guestId = account ? null : (GUEST.exec(username)?.[1] ?? null);
    if (!account && guestId === null) throw new AppError('common.not_found');
    const present = hub.find(room.username)?.presence.findByName(account?.username ?? username);
    const addressTag = present ? (deps.access.addressTag(present.caller.address) ?? null) : null;
    const role = account ? await deps.access.roleOf(room, account) : roleIn(room, null, false);
    const subject: SanctionSubject = {
      accountId: account?.id ?? null,
      guestId,
      addressTag,
      username: account?.username ?? username,
    };
    return { subject, role };
  };

  /** Only the person, streamer, staff and moderators get names (filter F1). */
  const announce = (
    room: Account,
    action: ModerationAction,
    about: { readonly subject?: SanctionSubject | undefined; readonly by: string },
    more: Partial<Payload<'v3.chat.moderate'>> = {},
  ) => {
    const { subject, by } = about;
    const { value } = more;
    const unnamed = { action, ...more, message: moderationText(action, undefined, value) };
    const named = subject
      ? {
          ...unnamed,
          username: subject.username,
          by,
          message: moderationText(action, subject.username, value),
        }
      : { ...unnamed, by };
    hub.submit(room.username, {
      kind: 'moment',
      name: 'v3.chat.moderate',
      variants: {
        viewers: unnamed,
        moderators: named,
        ...(subject && { self: { personKey: keyOf(subject), payload: named } }),
      },
    });
  };

  const keep = (
    room: Account,
    actor: Actor,
    entry: Partial<ModerationEntry> & Pick<ModerationEntry, 'action'>,
  ) =>
    deps.log.append(room.id, {
      username: null,
      byId: actor.id,
      by: actor.username,
      reason: '',
      messageId: null,
      value: null,
      until: null,
      ...entry,
    });

  const takeLines = (room: Account, lines: LinesOf) =>
    hub.submit(room.username, { kind: 'take_lines', lines });

  /** Lines of the room, wherever it is. */
  const historyOf = async (room: Account) => (await hub.open(room.username, room.id)).history;

  /** Lines of a removed person go one by one, so that their name is not revealed. */
  const takeLinesUnnamed = async (room: Account, actor: Actor, username: string) => {
    const ids = (await historyOf(room)).filter((line) => line.username === username).map((line) => line.id);
    takeLines(room, { username });
    for (const id of ids) announce(room, 'delete_message', { by: actor.username }, { message_id: id });
  };

  const expel = async (
    room: Account,
    subject: SanctionSubject,
    action: 'ban' | 'kick',
    untilMs: number | null,
  ) => {
    hub.command(room.username, {
      kind: 'expel',
      personKey: keyOf(subject),
      addressTag: subject.addressTag,
      event: action === 'ban' ? 'v3.chat.banned' : 'v3.chat.kicked',
      payload: { room: room.username, ...(untilMs !== null && { until: untilMs }) },
    });
    await deps.endStreams(room, subject);
  };

  const lift = async (room: Account, actor: Actor, subject: SanctionSubject, wish: SanctionWish) => {
    const action = wish.action as keyof typeof LIFTS;
    const lifted = await sanctions.lift(room.id, LIFTS[action], subject);
    // A kick is undone like a ban.
    const kicked = action === 'unban' && (await sanctions.lift(room.id, 'kick', subject));
    if (!lifted && !kicked) return;
    if (action === 'unsilence')
      hub.command(room.username, { kind: 'silence', personKey: keyOf(subject), untilMs: 0 });
    announce(room, action, { subject, by: actor.username });
    if (lifted?.by === AUTOMATIC && lifted.accountId !== null)
      deps.tellAccount(lifted.accountId, {
        seq: deps.clock.now(),
        isAutosilenced: false,
        room: room.username,
      });
    await keep(room, actor, { action, username: subject.username, reason: wish.reason ?? '' });
  };

  const impose = async (room: Account, actor: Actor, subject: SanctionSubject, wish: SanctionWish) => {
    const action = wish.action as 'ban' | 'kick' | 'silence';
    const isGuest = subject.accountId === null;
    const untilMs = endOf(action, { minutes: wish.minutes, isGuest }, deps.clock.now());
    const terms = { byId: actor.id, by: actor.username, reason: wish.reason ?? '', until: dateOf(untilMs) };
    await sanctions.impose(room.id, action, subject, terms);
    await keep(room, actor, {
      action,
      username: subject.username,
      reason: terms.reason,
      messageId: wish.messageId ?? null,
      until: terms.until,
    });
    announce(room, action, { subject, by: actor.username }, untilMs === null ? {} : { until: untilMs });
    if (action === 'silence')
      hub.command(room.username, { kind: 'silence', personKey: keyOf(subject), untilMs });
    else {
      if (action === 'ban') await takeLinesUnnamed(room, actor, subject.username);
      await deps.held.drop(room.id, subject.username);
      await expel(room, subject, action, untilMs);
    }
    return untilMs;
  };

  /** The person, whom the actor may moderate. */
  const moderable = async (room: Account, actor: Actor, username: string): Promise<SanctionSubject> => {
    const { subject, role } = await subjectOf(room, username);
    if (!mayModerate(actor.role, role, subject.accountId !== null && subject.accountId === actor.id))
      throw new AppError('room_chat.cannot_moderate');
    return subject;
  };

  return {
    async check(room, actor, username) {
      await moderable(room, actor, username);
    },
    async sanction(room, actor, wish) {
      const subject = await moderable(room, actor, wish.username);
      if (wish.action in LIFTS) {
        await lift(room, actor, subject, wish);
        return { untilMs: null };
      }
      return { untilMs: await impose(room, actor, subject, wish) };
    },
    async setModerator(room, username, isModerator) {
      const { subject, role } = await subjectOf(room, username);
      const { accountId } = subject;
      if (accountId === null || (role !== 'viewer' && role !== 'moderator'))
        throw new AppError('room_chat.cannot_moderate');
      const actor: Actor = { id: room.id, username: room.username, role: 'streamer' };
      if (isModerator) await deps.moderators.add(room.id, accountId, room.settings.mod_expire);
      else if (!(await deps.moderators.remove(room.id, accountId))) return;
      if (isModerator === (role === 'moderator')) return;
      const action = isModerator ? 'moderator' : 'unmoderator';
      hub.command(room.username, {
        kind: 'role',
        personKey: keyOf(subject),
        role: isModerator ? 'moderator' : 'viewer',
      });
      announce(room, action, { subject, by: actor.username });
      await keep(room, actor, { action, username: subject.username });
    },
    async deleteLine(room, actor, id) {
      const line = (await historyOf(room)).find((known) => known.id === id);
      if (!line) throw new AppError('room_chat.message_gone');
      takeLines(room, { id });
      announce(room, 'delete_message', { by: actor.username }, { message_id: id });
      // Moderators read the log: who said what in a show must not appear in it.
      const username = isOpenLine(line) ? (line.username ?? null) : null;
      await keep(room, actor, { action: 'delete_message', username, messageId: id });
    },
    async clear(room, actor, username) {
      const name = username?.toLowerCase();
      const cleared = linesToClear(await historyOf(room), name, actor.role);
      for (const lines of cleared.taken) takeLines(room, lines);
      for (const id of cleared.oneByOne)
        announce(room, 'delete_message', { by: actor.username }, { message_id: id });
      if (cleared.told === 'all') announce(room, 'clear', { by: actor.username });
      if (cleared.told === 'name' && name !== undefined)
        hub.submit(room.username, {
          kind: 'moment',
          name: 'v3.chat.history-clear-username',
          variants: {
            viewers: {
              username: name,
              by: actor.role === 'moderator' || actor.role === 'streamer' ? 'moderator' : 'staff',
            },
          },
        });
      await keep(room, actor, { action: 'clear', username: name ?? null, value: cleared.count });
      return cleared.count;
    },
    async autosilence(room, person, reason) {
      const subject: SanctionSubject = {
        accountId: person.caller.account?.id ?? null,
        guestId: person.caller.guestId,
        addressTag: null,
        username: person.username,
      };
      const times = await deps.log.countAutosilences(room.id, person.username);
      const untilMs = deps.clock.now() + Math.min(AUTOSILENCE_MS * 2 ** times, AUTOSILENCE_MS_MAX);
      const actor: Actor = { id: null, username: AUTOMATIC, role: 'streamer' };
      const until = new Date(untilMs);
      await sanctions.impose(room.id, 'silence', subject, { byId: null, by: AUTOMATIC, reason, until });
      await keep(room, actor, { action: 'silence', username: person.username, reason, until });
      person.silencedUntilMs = untilMs;
      hub.command(room.username, { kind: 'silence', personKey: person.key, untilMs });
      announce(room, 'silence', { subject, by: AUTOMATIC }, { until: untilMs });
      if (subject.accountId !== null)
        deps.tellAccount(subject.accountId, autosilenced(deps.clock.now(), room.username, { until, reason }));
      return untilMs;
    },
    async announceRule(room, actor, action, value) {
      announce(room, action, { by: actor.username }, { value });
      await keep(room, actor, { action, value });
    },
  };
}
