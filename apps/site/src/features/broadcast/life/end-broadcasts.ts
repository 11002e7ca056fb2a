import { type AccountId, AppError, type Uuid } from '@klieg/kernel';
import { type Account, type AccountStore, isApprovedModel } from '../../identity/index.ts';
import type { RoomStore } from '../../rooms/index.ts';
import type { BroadcastBanStore } from './broadcast-ban-store.ts';
import type { BroadcastControl } from './broadcast-control.ts';
import type { StreamKeyStore } from '../keys/stream-key-store.ts';

/** Ends broadcasts for the sake of the account, whatever they show. */
export interface EndBroadcasts {
  /**
   * Somebody with the old password may know the stream key: it ends, and with it what an encoder publishes. What a page
   * publishes ends with its session.
   */
  onPasswordSet(accountId: AccountId): Promise<void>;
  /** Ends whatever a suspended account publishes. */
  onSuspended(accountId: AccountId): Promise<void>;
  /** Ends whatever somebody publishes who no longer may. */
  onApprovalLost(accountId: AccountId): Promise<void>;
  /** Somebody who takes part in these has withdrawn consent: a running one ends. */
  onConsentLost(modelId: AccountId, broadcastIds: readonly Uuid[]): Promise<void>;
  /** Ends whatever somebody publishes whom the house has banned from it. */
  onBanned(accountId: AccountId): Promise<void>;
  /** The same for all accounts, for suspensions that this process missed. */
  endSuspended(): Promise<void>;
}

export function makeEndBroadcasts(deps: {
  readonly accounts: Pick<AccountStore, 'findById' | 'listByIds'>;
  readonly rooms: Pick<RoomStore, 'listOpen' | 'listOpenOf'>;
  readonly bans: Pick<BroadcastBanStore, 'listBanned'>;
  readonly keys: Pick<StreamKeyStore, 'drop'>;
  readonly broadcasts: Pick<BroadcastControl, 'stop'>;
}): EndBroadcasts {
  const { accounts, rooms, keys, broadcasts } = deps;

  const stop = async (account: Account): Promise<void> => {
    try {
      await broadcasts.stop(account);
    } catch (error) {
      // It has ended by itself, or another node was first.
      if (!(error instanceof AppError) || error.code !== 'broadcast.not_live') throw error;
    }
  };
  const stopBarred = async (ids: readonly AccountId[]): Promise<void> => {
    const [found, banned] = await Promise.all([accounts.listByIds(ids), deps.bans.listBanned(ids)]);
    for (const account of found)
      if (account.suspendedAt !== null || !isApprovedModel(account) || banned.has(account.id))
        await stop(account);
  };

  return {
    async onPasswordSet(accountId) {
      // First of all, so that the encoder cannot come back.
      await keys.drop(accountId);
      const [room] = await rooms.listOpenOf([accountId]);
      const account = room?.streamingTech === 'obs' ? await accounts.findById(accountId) : undefined;
      if (account) await stop(account);
    },
    async onConsentLost(modelId, broadcastIds) {
      const [room] = await rooms.listOpenOf([modelId]);
      const isIn = room?.broadcastId && broadcastIds.includes(room.broadcastId);
      const account = isIn ? await accounts.findById(modelId) : undefined;
      if (account) await stop(account);
    },
    onSuspended: (accountId) => stopBarred([accountId]),
    onApprovalLost: (accountId) => stopBarred([accountId]),
    onBanned: (accountId) => stopBarred([accountId]),
    async endSuspended() {
      const open = await rooms.listOpen();
      if (open.length > 0) await stopBarred(open.map((row) => row.accountId));
    },
  };
}
