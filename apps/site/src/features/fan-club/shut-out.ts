import type { BlockStore } from '../blocks/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { RoomAccess } from '../rooms/index.ts';
import type { Pair } from './membership-store.ts';

/**
 * Whether a member is banned from the room, or apart from the performer: somebody who could not join does not go on
 * paying.
 */
export type IsShutOut = (pair: Pair) => Promise<boolean>;

export const makeIsShutOut =
  (deps: {
    readonly accounts: Pick<AccountStore, 'listByIds'>;
    readonly access: Pick<RoomAccess, 'isBarred'>;
    readonly blocks: Pick<BlockStore, 'listApart'>;
  }): IsShutOut =>
  async ({ memberId, modelId }) => {
    const apart = await deps.blocks.listApart([[memberId, modelId]]);
    if (apart.size > 0) return true;
    const people = new Map((await deps.accounts.listByIds([memberId, modelId])).map((one) => [one.id, one]));
    const [member, model] = [people.get(memberId), people.get(modelId)];
    return member !== undefined && model !== undefined && (await deps.access.isBarred(model, member));
  };
