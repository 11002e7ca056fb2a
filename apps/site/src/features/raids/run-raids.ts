import type { RaidState } from '@klieg/contract';
import { AppError, toInstant, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import { openSeating, type RoomAccess, type RoomStore, type SubmitSurely } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { RaidRooms } from './find-rooms.ts';
import { endOf, freeAt, type Raid, type RaidEnd, sayRaid } from './raid-rules.ts';
import type { RaidStore } from './raid-store.ts';

/** A raid whose end is noticed this late (the site was down) is not announced as if it were now. */
const STALE_MS = 60_000;

export const presentRaid = (raid: Raid, to: Account): RaidState => ({
  raid_id: raid.id,
  to: to.username,
  to_name: to.displayName,
  ends_at: toInstant(raid.endsAt),
  moved: raid.moved,
});

/** What happens to raids. */
export interface RunRaids {
  /**
   * Viewers of the caller's room are asked along.
   * @throws broadcast.not_live, raids.running, raids.too_soon, raids.room_closed
   */
  start(caller: SiteCaller, to: string): Promise<RaidState>;
  /** Ends this room's running raid; nothing where there is none. */
  cancel(from: Account): Promise<void>;
  /** Ends a raid on its way from one room to another. */
  turnAway(from: Account, to: Account): Promise<void>;
  /** Somebody goes along. @returns the room to go to. @throws raids.over, raids.kept_out */
  join(caller: SiteCaller, from: Account, id: Uuid): Promise<string>;
  /** Tells how many went along, and ends what is over; safe on several nodes at once. */
  tend(): Promise<void>;
}

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findById' | 'findByUsername'>;
  readonly rooms: Pick<RoomStore, 'get'>;
  readonly access: Pick<RoomAccess, 'refusalOf' | 'addressTag'>;
  readonly raids: RaidStore;
  readonly raidRooms: RaidRooms;
  readonly submitSurely: SubmitSurely;
}

/** What rooms are told about a raid. */
function makeTellRaid({ submitSurely }: Pick<Deps, 'submitSurely'>) {
  const update = (raid: Raid, from: Account, to: Account) =>
    submitSurely(from.username, {
      kind: 'state',
      name: 'v3.raid.update',
      payload: {
        raid_id: raid.id,
        status: raid.state,
        to: to.username,
        to_name: to.displayName,
        ends_at: raid.endsAt,
        moved: raid.moved,
      },
    });
  const arrive = (raid: Raid, from: Account, to: Account) => {
    const at = raid.endedAt ?? raid.endsAt;
    submitSurely(to.username, {
      kind: 'line',
      line: {
        message: sayRaid(from.displayName, raid.moved),
        username: from.username,
        display_name: from.displayName,
        id: uuidv7(at),
        at,
        mode: openSeating.mode,
        type: 'system',
        system_code: 'raid',
      },
    });
  };
  return { update, arrive };
}

export function makeRunRaids(deps: Deps): RunRaids {
  const { accounts, raids, raidRooms } = deps;
  const tell = makeTellRaid(deps);

  /** Only the process that writes the end announces it. */
  const end = async (raid: Raid, from: Account, to: Account, how: RaidEnd): Promise<void> => {
    const ended = await raids.end(raid.id, how);
    if (!ended || (ended.endedAt ?? 0) - ended.endsAt > STALE_MS) return;
    tell.update(ended, from, to);
    if (ended.moved > 0) tell.arrive(ended, from, to);
  };
  const sidesOf = async (raid: Raid) => {
    const [from, to] = await Promise.all([accounts.findById(raid.fromId), accounts.findById(raid.toId)]);
    return from && to && { from, to };
  };
  const endAsking = async (from: Account, how: RaidEnd, to?: Account): Promise<void> => {
    const raid = (await raids.listAskingIn([from.id])).get(from.id);
    if (!raid || (to && to.id !== raid.toId)) return;
    const sides = await sidesOf(raid);
    if (sides) await end(raid, sides.from, sides.to, how);
  };

  return {
    async start(caller, username) {
      const from = caller.account!;
      if ((await deps.rooms.get(from.id)).status !== 'online') throw new AppError('broadcast.not_live');
      const to = await accounts.findByUsername(username);
      if (!to || !(await raidRooms.isOpen(from, to, caller))) throw new AppError('raids.room_closed');
      const now = await raids.now();
      const raid = await deps.database.kysely.transaction().execute(async (transaction) => {
        await raids.lock(transaction, from.id);
        const last = await raids.findLast(from.id, transaction);
        if (last?.state === 'asking') throw new AppError('raids.running');
        const at = freeAt(last, now);
        if (at !== null)
          throw new AppError('raids.too_soon', {
            params: { retry_after_seconds: Math.ceil((at - now) / 1_000) },
          });
        return raids.begin(transaction, { id: uuidv7(), fromId: from.id, toId: to.id });
      });
      tell.update(raid, from, to);
      return presentRaid(raid, to);
    },
    cancel: (from) => endAsking(from, 'canceled'),
    turnAway: (from, to) => endAsking(from, 'room_closed', to),
    async join(caller, from, id) {
      const raid = await raids.find(id);
      if (raid?.fromId !== from.id || raid.state !== 'asking') throw new AppError('raids.over');
      const to = await accounts.findById(raid.toId);
      if (!to) throw new AppError('raids.over');
      if (await deps.access.refusalOf(to, caller)) throw new AppError('raids.kept_out');
      const network = caller.account ? null : (deps.access.addressTag(caller.address) ?? null);
      // The performers of both rooms are no viewers of it.
      const isCounted = caller.account?.id !== from.id && caller.account?.id !== to.id;
      if (isCounted && !(await raids.join(id, caller.key, network))) throw new AppError('raids.over');
      return to.username;
    },
    async tend() {
      const asking = await raids.listAsking();
      if (asking.length === 0) return;
      const now = await raids.now();
      for (const raid of asking) {
        const sides = await sidesOf(raid);
        if (!sides) continue;
        const { from, to } = sides;
        const isOpen = from.suspendedAt === null && (await raidRooms.isOpen(from, to));
        const how = endOf(raid, now, isOpen);
        if (how) await end(raid, from, to, how);
        else {
          const changed = await raids.recount(raid.id);
          if (changed) tell.update(changed, from, to);
        }
      }
    },
  };
}
