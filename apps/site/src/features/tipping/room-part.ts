import type { RoomPart } from '../rooms/index.ts';
import type { Wallet } from '../wallet/index.ts';

/** What the caller tipped here in the last hour. */
export const makeTippingPart = (wallet: Pick<Wallet, 'recentTips'>): RoomPart<'viewer.recentTips'> => ({
  empty: { 'viewer.recentTips': 0 },
  read: (asks) =>
    Promise.all(
      asks.map(async ({ owner, caller: { account } }) =>
        account ? { 'viewer.recentTips': await wallet.recentTips(account.id, owner.id) } : {},
      ),
    ),
});
