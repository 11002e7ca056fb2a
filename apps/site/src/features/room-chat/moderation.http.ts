import type { callsByFeature, ModerationAction, Shield } from '@klieg/contract';
import { type AccountId, AppError, toInstant, type Uuid } from '@klieg/kernel';
import { type Handlers, uuidCursor } from '../../platform/http/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import {
  isStaffRole,
  type ModeratorStore,
  openSeating,
  type RoomAccess,
  type RoomHub,
  type SanctionStore,
} from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { HeldLine, HeldLineStore } from './held-line-store.ts';
import type { Actor, Moderation } from './moderation.ts';
import type { ModerationLogStore } from './moderation-log-store.ts';
import type { ShieldSettings } from './shield-settings.ts';
import type { UnbanRequestStore } from './unban-request-store.ts';

export interface ModerationDeps {
  readonly accounts: AccountStore;
  readonly access: RoomAccess;
  readonly hub: RoomHub;
  readonly moderation: Moderation;
  readonly shields: ShieldSettings;
  readonly sanctions: SanctionStore;
  readonly moderators: ModeratorStore;
  readonly log: ModerationLogStore;
  readonly held: HeldLineStore;
  readonly requests: UnbanRequestStore;
  /** Tells the streamer that somebody asks to come back. */
  readonly onUnbanRequest: (room: Account, username: string) => void;
  /** Tells the person who asked about the decision. */
  readonly onUnbanDecided: (id: AccountId, room: Account, isGranted: boolean) => void;
}

type ModerationHandlers = Omit<
  Handlers<(typeof callsByFeature)['room-chat'], SiteCaller>,
  'setSubject' | 'listEmoticons' | 'highlightLine' | 'pinLine' | 'translateLine'
>;

const instantOf = (date: Date | null): string | null => (date === null ? null : toInstant(date));
/** A line of a show is for the performer and staff to decide on: the room's moderators wait outside (F5). */
const mayReview = ({ role }: Actor, { line: { mode } }: HeldLine): boolean =>
  role !== 'moderator' || mode === undefined || mode === openSeating.mode;

/** One page of rows that were read with one more than is shown. */
const pageOf = <T extends { readonly id: Uuid }>(rows: readonly T[], limit: number) => ({
  shown: rows.slice(0, limit),
  next_cursor: rows.length > limit ? rows[limit - 1]!.id : null,
});

/** Calls for moderators of a room, and for people banned from it. */
export function makeModerationHandlers(deps: ModerationDeps): ModerationHandlers {
  const roomOf = async (username: string): Promise<Account> => {
    const room = await deps.accounts.findByUsername(username);
    if (!room) throw new AppError('common.not_found');
    return room;
  };
  const actorIn = async (room: Account, { account }: SiteCaller): Promise<Actor> => ({
    id: account!.id,
    username: account!.username,
    role: await deps.access.roleOf(room, account),
  });
  const enter = async (username: string, caller: SiteCaller) => {
    const room = await roomOf(username);
    return { room, actor: await actorIn(room, caller) };
  };
  const moderatorsOf = async (room: Account) =>
    (await deps.moderators.list(room.id)).map(({ username, since, expiresAt }) => ({
      username,
      since: toInstant(since),
      expires_at: toInstant(expiresAt),
    }));

  /** The line stays held until it is in the room; its id makes sure a repeat adds it only once. */
  const showHeldLine = async (room: Account, { line }: HeldLine): Promise<void> => {
    const isShown = await deps.hub.submit(room.username, { kind: 'line', line }, line.id);
    if (!isShown) throw new AppError('common.unavailable');
  };

  const decide = (room: Account, actor: Actor, id: Uuid, isGranted: boolean) =>
    deps.requests.decide(room.id, id, { by: actor.username, isGranted });

  /** Nobody is told to come who is kept out by something else as well, such as a ban from all rooms. */
  const tellDecided = async (room: Account, id: AccountId, isGranted: boolean): Promise<void> => {
    const isOut = isGranted && (await deps.sanctions.listPutOut(room.id, [id])).has(id);
    if (!isOut) deps.onUnbanDecided(id, room, isGranted);
  };

  /** Whoever is let in without having been answered has been answered. */
  const answerOpenRequest = async (room: Account, actor: Actor, username: string): Promise<void> => {
    const id = await deps.requests.findOpen(room.id, username);
    const asked = id && (await decide(room, actor, id, true));
    if (asked) await tellDecided(room, asked.accountId, true);
  };

  return {
    async moderate({ params, body }, { caller }) {
      const { room, actor } = await enter(params.username, caller);
      const { username, action, minutes, reason, message_id: messageId } = body;
      const { untilMs } = await deps.moderation.sanction(room, actor, {
        username,
        action,
        minutes,
        reason,
        messageId,
      });
      if (action === 'unban') await answerOpenRequest(room, actor, username.toLowerCase());
      return { status: 1, action, until: untilMs === null ? null : toInstant(untilMs) };
    },
    async deleteLine({ params }, { caller }) {
      const { room, actor } = await enter(params.username, caller);
      await deps.moderation.deleteLine(room, actor, params.id);
      return { status: 1 };
    },
    async clearChat({ params, body }, { caller }) {
      const { room, actor } = await enter(params.username, caller);
      if (body.username === undefined && !isStaffRole(actor.role)) throw new AppError('common.forbidden');
      return { status: 1, removed: await deps.moderation.clear(room, actor, body.username) };
    },
    async setModerator({ params, body }) {
      const room = await roomOf(params.username);
      await deps.moderation.setModerator(room, body.username, body.moderator);
      return { status: 1, moderators: await moderatorsOf(room) };
    },
    listModerators: async ({ params }) => ({ moderators: await moderatorsOf(await roomOf(params.username)) }),
    async listSanctions({ params, query }) {
      const room = await roomOf(params.username);
      const page = { before: uuidCursor(query.cursor), limit: query.limit + 1 };
      const { shown, next_cursor } = pageOf(await deps.sanctions.list(room.id, page), query.limit);
      const items = shown.map(({ username, kind, by, reason, at, until }) => ({
        username,
        action: kind,
        by,
        reason,
        at: toInstant(at),
        until: instantOf(until),
      }));
      return { items, next_cursor };
    },
    async listModerationLog({ params, query }) {
      const room = await roomOf(params.username);
      const page = { before: uuidCursor(query.cursor), limit: query.limit + 1 };
      const { shown, next_cursor } = pageOf(await deps.log.list(room.id, page), query.limit);
      const items = shown.map(({ id, action, username, by, reason, messageId, value, at, until }) => ({
        id,
        action: action satisfies ModerationAction,
        username,
        by,
        reason,
        message_id: messageId,
        value,
        at: toInstant(at),
        until: instantOf(until),
      }));
      return { items, next_cursor };
    },
    getShield: async ({ params }): Promise<Shield> => deps.shields.get(await roomOf(params.username)),
    async saveShield({ params, body }, { caller }) {
      const { room, actor } = await enter(params.username, caller);
      return deps.shields.save(room, actor, body as Partial<Shield>);
    },
    async listHeldLines({ params }, { caller }) {
      const { room, actor } = await enter(params.username, caller);
      const held = await deps.held.list(room.id);
      return {
        held: held
          .filter((one) => mayReview(actor, one))
          .map(({ line, username, reason }) => ({
            id: line.id,
            username,
            message: line.message,
            reason,
            at: toInstant(line.at),
          })),
      };
    },
    async decideHeldLine({ params, body }, { caller }) {
      const { room, actor } = await enter(params.username, caller);
      const id = params.id as Uuid;
      const held = await deps.held.find(room.id, id);
      if (!held || !mayReview(actor, held)) throw new AppError('room_chat.message_gone');
      if (body.show) await showHeldLine(room, held);
      if (!(await deps.held.remove(room.id, id))) throw new AppError('room_chat.message_gone');
      return { status: 1 };
    },
    async requestUnban({ params, body }, { caller }) {
      const room = await deps.accounts.findByUsername(params.username);
      const refusal = await deps.access.refusalOf(room, caller);
      if (!room || refusal === 'not_found') throw new AppError('rooms.not_found');
      if (refusal !== 'banned') throw new AppError('room_chat.not_banned');
      const { id, isNew } = await deps.requests.ask(room.id, caller.account!.id, body.reason);
      if (isNew) deps.onUnbanRequest(room, caller.account!.username);
      return { status: 1, request_id: id };
    },
    async listUnbanRequests({ params, query }) {
      const room = await roomOf(params.username);
      const page = { after: uuidCursor(query.cursor), limit: query.limit + 1 };
      const { shown, next_cursor } = pageOf(await deps.requests.list(room.id, page), query.limit);
      const items = shown.map(({ id, username, reason, at, bannedAt }) => ({
        id,
        username,
        reason,
        at: toInstant(at),
        banned_at: instantOf(bannedAt),
      }));
      return { items, next_cursor };
    },
    async decideUnbanRequest({ params, body }, { caller }) {
      const { room, actor } = await enter(params.username, caller);
      const id = params.id as Uuid;
      const asker = await deps.requests.findAsker(room.id, id);
      if (asker === undefined) throw new AppError('common.not_found');
      // Before it is decided: who may not unban this person leaves the request to others.
      await deps.moderation.check(room, actor, asker);
      const asked = await decide(room, actor, id, body.grant);
      if (!asked) throw new AppError('common.not_found');
      if (body.grant)
        await deps.moderation.sanction(room, actor, { username: asked.username, action: 'unban' });
      await tellDecided(room, asked.accountId, body.grant);
      return { status: 1 };
    },
  };
}
