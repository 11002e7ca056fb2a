import type { FanLevel } from '@klieg/contract';
import { accountKey, type AccountStore } from '../identity/index.ts';
import type { RoomHub } from '../rooms/index.ts';
import type { Pair } from './membership-store.ts';

/** Every page of a member in the performer's room shows the level with the next line. */
export const makeShowFanLevel = (deps: {
  readonly hub: Pick<RoomHub, 'find' | 'sessionsIn'>;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly onFailure: (error: unknown) => void;
}) => {
  const show = async ({ memberId, modelId, level }: Pair & { readonly level: FanLevel | null }) => {
    const model = await deps.accounts.findById(modelId);
    const room = model && deps.hub.find(model.username);
    if (!room) return;
    const key = accountKey(memberId);
    const copies = deps.hub.sessionsIn(room).map(([, { person }]) => person);
    for (const person of [...copies, room.presence.find(key)])
      if (person?.key === key) person.fanLevel = level;
  };
  return (change: Pair & { readonly level: FanLevel | null }): void =>
    void show(change).catch(deps.onFailure);
};
