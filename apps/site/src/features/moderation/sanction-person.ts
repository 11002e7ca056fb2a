import type { Api, InputOf } from '@klieg/contract';
import { AppError, type Clock, type Uuid, uuidv7 } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { Outbox } from '../../platform/events/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import { AUTOMATIC, type RoomChatFeature } from '../room-chat/index.ts';
import type { SanctionStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Decider, HouseSanctions } from './house-sanctions.ts';
import { mayActOn } from './may-act-on.ts';
import { fitOf } from './sanction-fit.ts';
import type { SuspendAccount } from './suspend-account.ts';

export type SanctionWish = InputOf<Api['sanctionPerson']>['body'];

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly house: HouseSanctions;
  readonly suspending: Pick<SuspendAccount, 'suspend'>;
  readonly outbox: Pick<Outbox, 'nudge'>;
  readonly notifyWithin: NotificationsFeature['notifyWithin'];
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly moderation: Pick<RoomChatFeature['moderation'], 'sanction'>;
  readonly rooms: Pick<SanctionStore, 'listSilencesBy'>;
  readonly clock: Clock;
}

const deciderOf = ({ account }: SiteCaller): Decider => ({ id: account!.id, name: account!.username });

/** @throws common.not_found, common.not_self, moderation.cannot_sanction */
const makeFindSubject =
  ({ accounts }: Pick<Deps, 'accounts'>) =>
  async (username: string, caller: SiteCaller): Promise<Account> => {
    const person = await accounts.findByUsername(username);
    if (!person) throw new AppError('common.not_found');
    if (person.id === caller.account!.id) throw new AppError('common.not_self');
    if (!mayActOn(person, caller)) throw new AppError('moderation.cannot_sanction');
    return person;
  };

/**
 * What a moderator does about a person without a report: it is in the audit log, the person is told why, and open pages
 * and streams end within two seconds on all nodes.
 * @throws common.not_found, common.not_self, moderation.cannot_sanction, common.invalid_input
 */
export function makeSanctionPerson(deps: Deps) {
  const findSubject = makeFindSubject(deps);
  return async (username: string, wish: SanctionWish, caller: SiteCaller): Promise<Uuid> => {
    const { kind, scope, reason_code: reasonCode, statement } = wish;
    const fit = fitOf(wish);
    const person = await findSubject(username, caller);
    const at = deps.clock.now();
    const until = fit.minutes === null ? null : new Date(at + fit.minutes * MINUTE_MS);
    const id = await deps.database.kysely.transaction().execute(async (within) => {
      await deps.auditLog.note(within, caller, {
        action: kind === 'suspend' ? 'accounts.suspended' : 'accounts.sanctioned',
        target: `account:${person.id}`,
        detail: {
          ...(kind !== 'suspend' && { kind, scope }),
          reason_code: reasonCode,
          statement,
          until: until?.toISOString() ?? '–',
        },
      });
      if (kind === 'suspend') {
        const given = { accountId: person.id, byId: caller.account!.id, reasonCode, statement, until };
        const suspensionId = uuidv7(at);
        await deps.suspending.suspend(within, { ...given, id: suspensionId });
        return suspensionId;
      }
      await deps.notifyWithin(within, person.id, {
        kind: 'system',
        code: fit.notice,
        params: { text: statement },
        // That page has the way to appeal.
        url: fit.kind === 'ban' || fit.kind === 'silence' ? '/account/complaints' : '/legal/rules',
      });
      const given = { kind: fit.kind, scope: fit.scope, reasonCode, statement, at: new Date(at), until };
      return deps.house.impose(within, person, deciderOf(caller), given);
    });
    deps.outbox.nudge();
    return id;
  };
}

/**
 * Silences somebody in all rooms like an automatic silence, or ends one begun by rooms or moderators. A repeat extends
 * it; no error if none is running.
 * @throws common.not_found, common.not_self, moderation.cannot_sanction
 */
export function makeSetAutosilence(deps: Deps) {
  const findSubject = makeFindSubject(deps);
  const lift = async (person: Account, caller: SiteCaller): Promise<void> => {
    const { id, username } = caller.account!;
    for (const { room } of await deps.rooms.listSilencesBy(person.id, AUTOMATIC)) {
      const owner = await deps.accounts.findByUsername(room);
      const wish = { username: person.username, action: 'unsilence' } as const;
      if (owner) await deps.moderation.sanction(owner, { id, username, role: 'site_mod' }, wish);
    }
  };
  return async (username: string, isOn: boolean, caller: SiteCaller): Promise<void> => {
    const person = await findSubject(username, caller);
    await deps.database.kysely.transaction().execute(async (within) => {
      await deps.auditLog.note(within, caller, {
        action: 'accounts.autosilenced',
        target: `account:${person.id}`,
        detail: { on: String(isOn) },
      });
      await (isOn
        ? deps.house.autosilence(within, person.id, deciderOf(caller), 'other')
        : deps.house.endAutosilence(within, person.id));
    });
    deps.outbox.nudge();
    if (!isOn) await lift(person, caller);
  };
}
