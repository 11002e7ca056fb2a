import type { callsByFeature } from '@klieg/contract';
import { type AccountId, AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { AccountStore } from '../identity/index.ts';
import { isStaff } from '../permissions/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { LinkSigner } from './archive/signing.ts';
import type { DataRequests } from './data-requests.ts';
import type { DeletionSight } from './deletion-rules.ts';
import type { DeletionsStore } from './deletions-store.ts';
import type { ExportsStore } from './exports-store.ts';
import { linkTo, presentDeletion, presentExport, presentOpen } from './present-requests.ts';

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly exports: ExportsStore;
  readonly deletions: DeletionsStore;
  readonly requests: DataRequests;
  readonly stepsCount: number;
  readonly publicKey: string;
  readonly links: LinkSigner;
  readonly sightOf: (accountId: AccountId) => Promise<DeletionSight>;
  readonly wallet: Pick<Wallet, 'spendableOf'>;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly clock: Clock;
}

/** The cursor of the list: due day and id. */
const readCursor = (cursor: string | undefined) => {
  if (cursor === undefined) return undefined;
  const [due, id] = cursor.split('~');
  return { dueAt: new Date(Number(due)), id: id as Uuid };
};

const makeStaffHandlers = ({ database, deletions, accounts, auditLog, clock }: Deps) => ({
  async listDataRequests({ query }: { query: { cursor?: string | undefined; limit: number } }) {
    const rows = await deletions.listOpen(readCursor(query.cursor), query.limit);
    const last = rows.length === query.limit ? rows.at(-1) : undefined;
    return {
      items: rows.map((row) => presentOpen(row, clock.now())),
      next_cursor: last ? `${last.dueAt.getTime()}~${last.id}` : null,
    };
  },
  async setLegalHold(
    { params, body }: { params: { id: number }; body: { is_held: boolean; reason: string } },
    { caller }: { caller: SiteCaller },
  ) {
    const accountId = params.id as AccountId;
    if (!(await accounts.findById(accountId))) throw new AppError('common.not_found');
    await database.kysely.transaction().execute(async (within) => {
      const hold = { accountId, byId: caller.account!.id, reason: body.reason };
      if (body.is_held) await deletions.setLegalHold(within, { ...hold, since: new Date(clock.now()) });
      else await deletions.liftLegalHold(within, accountId);
      await auditLog.note(within, caller, {
        action: body.is_held ? 'data_rights.hold_set' : 'data_rights.hold_lifted',
        target: `account:${accountId}`,
        detail: { reason: body.reason },
      });
    });
    return { status: 1 as const };
  },
});

export function makeDataRightsHandlers(
  deps: Deps,
): Handlers<(typeof callsByFeature)['data-rights'], SiteCaller> {
  const { exports, deletions, requests, links, clock } = deps;
  return {
    ...makeStaffHandlers(deps),
    requestExport: async (_input, { caller }) => ({
      status: 1,
      job_id: await requests.requestExport(caller.account!.id),
    }),
    async getExport(_input, { caller }) {
      const one = await exports.findNewest(caller.account!.id);
      const mayOpen = one?.state === 'ready' && caller.sudoUntil > clock.now();
      return presentExport(one, { ...deps, url: mayOpen ? linkTo(one, links, clock.now()).url : null });
    },
    async openExport(_input, { caller }) {
      const one = await exports.findNewest(caller.account!.id);
      if (one?.state !== 'ready') throw new AppError('common.not_found');
      return { status: 1, ...linkTo(one, links, clock.now()) };
    },
    async requestDeletion({ body }, { caller }) {
      if (isStaff(caller)) throw new AppError('data_rights.staff_account');
      const { deleteAt } = await requests.requestDeletion(caller.account!.id, body.reason ?? '');
      return { status: 1, delete_at: deleteAt.toISOString() };
    },
    async getDeletion(_input, { caller }) {
      const { id } = caller.account!;
      const [one, sight, tokens] = await Promise.all([
        deletions.findOpen(id),
        deps.sightOf(id),
        deps.wallet.spendableOf(id),
      ]);
      return presentDeletion(one, sight, tokens);
    },
    async cancelDeletion(_input, { caller }) {
      if (!(await deletions.cancel(caller.account!.id))) throw new AppError('common.not_found');
      return { status: 1 };
    },
  };
}
