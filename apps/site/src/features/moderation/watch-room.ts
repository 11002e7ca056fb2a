import type { AnswerOf, Api } from '@klieg/contract';
import { AppError, type Clock, toInstant } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import { type AccountStore, isModel } from '../identity/index.ts';
import { modeOf, type RoomStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

/** Rights end after a minute and are asked for again: one look is one entry, with another each ten minutes. */
const LOOK_MS = 10 * 60_000;
const ENTRIES = 20;
const ACTION = 'rooms.watched';

/**
 * Gives staff the right to watch a room unseen, whatever it is at; who, why and when is written down first.
 * @throws common.not_found, rooms.offline
 */
export const makeWatchRoom =
  (deps: {
    readonly database: Pick<Database, 'kysely'>;
    readonly accounts: Pick<AccountStore, 'findByUsername'>;
    readonly rooms: Pick<RoomStore, 'get'>;
    readonly grantForHouse: BroadcastFeature['grantForHouse'];
    readonly auditLog: Pick<AuditLog, 'note' | 'listOf'>;
    readonly clock: Clock;
  }) =>
  async (username: string, reason: string, caller: SiteCaller): Promise<AnswerOf<Api['watchRoom']>> => {
    const owner = await deps.accounts.findByUsername(username);
    if (!owner || !isModel(owner)) throw new AppError('common.not_found');
    const row = await deps.rooms.get(owner.id);
    const { streamName, token, expiresAt, urls, renditions } = deps.grantForHouse(row, caller);
    const mode = modeOf(row);
    const target = `account:${owner.id}`;
    const detail = { reason, mode, broadcast: row.broadcastId ?? '' };
    const by = caller.account!.username;
    const isSame = (kept: Readonly<Record<string, string>>) =>
      Object.entries(detail).every(([key, value]) => kept[key] === value);
    const isKnown = (await deps.auditLog.listOf(target, ENTRIES)).some(
      (one) =>
        one.action === ACTION &&
        one.actor === by &&
        isSame(one.detail) &&
        deps.clock.now() - one.at.getTime() < LOOK_MS,
    );
    if (!isKnown)
      await deps.database.kysely
        .transaction()
        .execute((within) => deps.auditLog.note(within, caller, { action: ACTION, target, detail }));
    return {
      stream_name: streamName,
      token,
      expires_at: toInstant(expiresAt),
      urls,
      renditions: [...renditions],
      mode,
    };
  };
