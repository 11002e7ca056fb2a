import type { callsByFeature, TipSplitState } from '@klieg/contract';
import type { Handlers } from '../../platform/http/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import { canModerate, makeRoomOf, modeOf, type RoomAccess, type RoomStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { TippingFeature } from '../tipping/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { presentSplit } from './present-split.ts';
import type { ReadShown } from './room-part.ts';
import type { Splitter, TakePart } from './take-part.ts';

interface Deps {
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly access: Pick<RoomAccess, 'roleOf'>;
  readonly rooms: Pick<RoomStore, 'get'>;
  readonly wallet: Pick<Wallet, 'spendableOf'>;
  readonly readShown: ReadShown;
  readonly takePart: TakePart;
  readonly comments: TippingFeature['comments'];
}

export function makeTipSplitHandlers({
  accounts,
  access,
  rooms,
  wallet,
  readShown,
  takePart,
  comments,
}: Deps): Handlers<(typeof callsByFeature)['tip-split'], SiteCaller> {
  const roomOf = makeRoomOf(accounts);
  const stateOf = async (room: Account, caller: SiteCaller): Promise<TipSplitState> => {
    const isHidden = modeOf(await rooms.get(room.id)) === 'private';
    const shown = isHidden ? undefined : (await readShown([room.id])).get(room.id);
    return presentSplit(shown, caller.account?.id);
  };
  const answer = async (room: Account, caller: SiteCaller) => {
    const [tipSplit, tokens] = await Promise.all([
      stateOf(room, caller),
      wallet.spendableOf(caller.account!.id),
    ]);
    return { status: 1 as const, tipSplit, tokens };
  };
  const splitterOf = ({ account, country }: SiteCaller, key: Splitter['key'] | undefined): Splitter => ({
    key: key!,
    account: account!,
    country,
  });

  return {
    getTipSplit: async ({ params }, { caller }) => stateOf(await roomOf(params.username), caller),
    async proposeTipSplit({ params, body }, { caller, idempotencyKey }) {
      const room = await roomOf(params.username);
      await takePart.propose(splitterOf(caller, idempotencyKey), room, {
        amount: body.amount,
        splitters: body.target_splitters,
        comment: await comments.check(body.comment, room, caller),
      });
      return answer(room, caller);
    },
    async joinTipSplit({ params, body }, { caller, idempotencyKey }) {
      const room = await roomOf(params.username);
      await takePart.join(splitterOf(caller, idempotencyKey), room, body.split_amount);
      return answer(room, caller);
    },
    async leaveTipSplit({ params }, { caller }) {
      const room = await roomOf(params.username);
      await takePart.leave(caller.account!, room);
      return answer(room, caller);
    },
    async cancelTipSplit({ params }, { caller }) {
      const room = await roomOf(params.username);
      const role = await access.roleOf(room, caller.account);
      await takePart.cancel(caller.account!, room, canModerate(role));
      return { status: 1, tipSplit: await stateOf(room, caller) };
    },
  };
}
