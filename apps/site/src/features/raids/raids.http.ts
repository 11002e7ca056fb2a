import type { callsByFeature } from '@klieg/contract';
import { AppError, toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { RaidRooms } from './find-rooms.ts';
import { freeAt } from './raid-rules.ts';
import type { RaidStore } from './raid-store.ts';
import { presentRaid, type RunRaids } from './run-raids.ts';

/** The calls of raids. */
export function makeRaidsHandlers(deps: {
  readonly accounts: Pick<AccountStore, 'findByUsername' | 'findById'>;
  readonly raids: RaidStore;
  readonly raidRooms: RaidRooms;
  readonly runs: RunRaids;
}): Handlers<(typeof callsByFeature)['raids'], SiteCaller> {
  const { accounts, raids, runs } = deps;
  const roomOf = async (username: string): Promise<Account> => {
    const owner = await accounts.findByUsername(username);
    if (!owner || owner.type !== 'model') throw new AppError('rooms.not_found');
    return owner;
  };
  const done = { status: 1 as const };

  return {
    async getRaids(_input, { caller }) {
      const { id } = caller.account!;
      const [last, now, refused] = await Promise.all([
        raids.findLast(id),
        raids.now(),
        raids.listRefused(id),
      ]);
      const asking = last?.state === 'asking' && last.endsAt > now ? last : undefined;
      const to = asking && (await accounts.findById(asking.toId));
      const free = freeAt(last, now);
      return {
        raid: asking && to ? presentRaid(asking, to) : null,
        free_at: free === null ? null : toInstant(free),
        refused,
      };
    },
    findRaidRooms: async ({ query }, { caller }) => ({
      rooms: await deps.raidRooms.search(caller, query.q),
    }),
    startRaid: async ({ body }, { caller }) => ({ ...done, raid: await runs.start(caller, body.username) }),
    async cancelRaid(_input, { caller }) {
      await runs.cancel(caller.account!);
      return done;
    },
    async refuseRaids({ body }, { caller }) {
      const own = caller.account!;
      const from = await roomOf(body.username);
      if (!(await raids.refuse(own.id, from.id, body.is_refused))) throw new AppError('raids.refused_full');
      if (body.is_refused) await runs.turnAway(from, own);
      return { ...done, refused: await raids.listRefused(own.id) };
    },
    joinRaid: async ({ params }, { caller }) => ({
      ...done,
      to: await runs.join(caller, await roomOf(params.username), params.id as Uuid),
    }),
  };
}
