import type { callsByFeature } from '@klieg/contract';
import { AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ActOnReport } from './act-on-report.ts';
import type { AppealStore } from './appeal-store.ts';
import type { Appeals } from './appeals.ts';
import type { HouseSanctionStore } from './house-sanction-store.ts';
import type { makeDecideReport } from './decide-report.ts';
import type { makeReadWall } from './live-wall.ts';
import { presentAppeal, presentCase, presentOwnSanction, presentWholeCase } from './present-cases.ts';
import type { makeMonthlyReport } from './monthly-report.ts';
import type { makeReadStanding } from './read-standing.ts';
import type { ReportDeskStore } from './report-desk-store.ts';
import type { makeSanctionHandlers } from './sanctions.http.ts';
import type { StopRoom } from './stop-room.ts';

const PRIOR = 10;
const TOLD = 20;

/** Lists move while they are read, so a cursor is a place in them. */
const placeOf = (cursor: string | undefined): number => Number(cursor ?? 0);

const nextOf = (
  found: number,
  { at, limit }: { readonly at: number; readonly limit: number },
): string | null => (found > limit ? String(at + limit) : null);

export function makeModerationHandlers(deps: {
  readonly reports: ReportDeskStore;
  readonly appealStore: AppealStore;
  readonly appeals: Appeals;
  readonly sanctions: Pick<HouseSanctionStore, 'listRunning'>;
  readonly clock: Clock;
  readonly actions: Pick<ActOnReport, 'possible'>;
  readonly decide: ReturnType<typeof makeDecideReport>;
  readonly monthlyReport: ReturnType<typeof makeMonthlyReport>;
  readonly readWall: ReturnType<typeof makeReadWall>;
  readonly readStanding: ReturnType<typeof makeReadStanding>;
  readonly stopRoom: StopRoom;
  readonly sanctionHandlers: ReturnType<typeof makeSanctionHandlers>;
}): Handlers<(typeof callsByFeature)['moderation'], SiteCaller> {
  const { reports, appealStore } = deps;
  const readWhole = async (id: Uuid, caller: SiteCaller) => {
    const held = await reports.find(id);
    if (!held) throw new AppError('common.not_found');
    const [actions, deeds, prior, told] = await Promise.all([
      held.state === 'received' ? deps.actions.possible(held, caller.account!) : [],
      reports.listDeeds(held.id),
      held.subjectId === null ? [] : reports.listPrior(held.subjectId, PRIOR),
      reports.listTold(held, TOLD),
    ]);
    return presentWholeCase(held, { actions, deeds, prior, told });
  };
  return {
    ...deps.sanctionHandlers,
    async listReports({ query: { cursor, limit, ...filter } }) {
      const at = placeOf(cursor);
      const [found, open] = await Promise.all([reports.list(filter, at, limit + 1), reports.countOpen()]);
      const items = found.slice(0, limit).map(presentCase);
      return { items, open, next_cursor: nextOf(found.length, { at, limit }) };
    },
    getReport: ({ params }, { caller }) => readWhole(params.id as Uuid, caller),
    async decideReport({ params, body }, { caller }) {
      await deps.decide(params.id as Uuid, body, caller);
      return { status: 1, report: await readWhole(params.id as Uuid, caller) };
    },
    getMonthlyReport: ({ query }) => deps.monthlyReport(query.month),
    listLiveWall: ({ query }) => deps.readWall(query.p, query.only),
    readStanding: (_input, { caller }) => deps.readStanding(caller),
    async stopRoom({ params, body }, { caller }) {
      await deps.stopRoom(params.username, body, caller);
      return { status: 1 };
    },
    async sendAppeal({ body }, { caller }) {
      return { status: 1, case_id: await deps.appeals.send(body, caller) };
    },
    async listOwnSanctions(_input, { caller }) {
      const found = await deps.sanctions.listRunning(caller.account!.id, new Date(deps.clock.now()));
      return { items: found.map(presentOwnSanction) };
    },
    async listAppeals({ query: { cursor, limit, state } }, { caller }) {
      const at = placeOf(cursor);
      const [found, open] = await Promise.all([
        appealStore.list(state, at, limit + 1),
        appealStore.countOpen(),
      ]);
      const items = found.slice(0, limit).map((one) => presentAppeal(one, caller.account!.id));
      return { items, open, next_cursor: nextOf(found.length, { at, limit }) };
    },
    async decideAppeal({ params, body }, { caller }) {
      await deps.appeals.decide(params.id as Uuid, body, caller);
      return { status: 1 };
    },
  };
}
