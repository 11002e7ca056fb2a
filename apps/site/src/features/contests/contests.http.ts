import type { callsByFeature, DeskContest } from '@klieg/contract';
import { AppError, type Clock, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { areDaysValid } from './contest-rules.ts';
import type { ContestStore, KeptContest } from './contest-store.ts';
import { presentContest, type ReadContests } from './read-contests.ts';

/** Contests that there may be at once, those of the past among them. */
const CONTESTS_MAX = 200;

const detailOf = (one: KeptContest): Record<string, string> => ({
  title: one.title,
  from: one.first_day,
  until: one.last_day,
  prizes: one.prizes.join('; '),
});

/** Contests, and where staff announces them. */
export function makeContestsHandlers(deps: {
  readonly store: ContestStore;
  readonly readContests: ReadContests;
  readonly database: Pick<Database, 'kysely'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly clock: Clock;
}): Handlers<(typeof callsByFeature)['contests'], SiteCaller> {
  const { store } = deps;
  const items = async (): Promise<DeskContest[]> =>
    (await store.list()).map((one) => ({
      ...presentContest(one, deps.clock.now()),
      first_day: one.first_day,
      last_day: one.last_day,
    }));
  return {
    listContests: (_input, { caller }) => deps.readContests(caller),
    listDeskContests: async () => ({ items: await items() }),
    async saveDeskContest({ body }, { caller }) {
      const contest: KeptContest = { ...body, id: (body.id as Uuid | undefined) ?? uuidv7() };
      if (!areDaysValid(contest)) throw new AppError('contests.dates_invalid');
      await deps.database.kysely.transaction().execute(async (transaction) => {
        if (body.id !== undefined && !(await store.lock(transaction, contest.id)))
          throw new AppError('common.not_found');
        if (!(await store.put(transaction, contest, CONTESTS_MAX))) throw new AppError('contests.full');
        await deps.auditLog.note(transaction, caller, {
          action: body.id === undefined ? 'contests.added' : 'contests.changed',
          target: `contest:${contest.id}`,
          detail: detailOf(contest),
        });
      });
      return { status: 1, items: await items() };
    },
    async removeDeskContest({ params }, { caller }) {
      await deps.database.kysely.transaction().execute(async (transaction) => {
        const contest = await store.lock(transaction, params.id as Uuid);
        if (!contest) throw new AppError('common.not_found');
        await store.remove(transaction, contest.id);
        const deed = {
          action: 'contests.removed',
          target: `contest:${contest.id}`,
          detail: detailOf(contest),
        };
        await deps.auditLog.note(transaction, caller, deed);
      });
      return { status: 1 };
    },
  };
}
