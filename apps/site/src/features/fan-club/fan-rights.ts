import type { FanLevel } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { askTogether } from '../../platform/postgres/index.ts';
import { levelNow, LEVELS, spiesForFree } from './club-rules.ts';
import type { MembershipStore, Pair } from './membership-store.ts';

/** What members of fan clubs may; asked at each use, so that it follows a membership at once (S2107). */
export interface FanRights {
  /** The level that somebody has in a performer's club now. */
  levelOf(memberId: AccountId, modelId: AccountId): Promise<FanLevel | null>;
  /** Looks into the performer's privates without paying (SHOWS-054). */
  spiesForFree(memberId: AccountId, modelId: AccountId): Promise<boolean>;
  /** Members of one level, or of all. */
  listFans(modelId: AccountId, level: FanLevel | undefined): Promise<readonly AccountId[]>;
}

const keyOf = ({ memberId, modelId }: Pair): string => `${memberId}.${modelId}`;

export function makeFanRights({
  memberships,
  now,
}: {
  readonly memberships: Pick<MembershipStore, 'listOf' | 'listMemberIds'>;
  readonly now: () => number;
}): FanRights {
  // One query for all asks at nearly the same time: rooms ask for everybody who enters.
  const ask = askTogether(async (pairs: readonly Pair[]) => {
    const found = new Map((await memberships.listOf(pairs)).map((one) => [keyOf(one), one]));
    return pairs.map((pair) => levelNow(found.get(keyOf(pair)), now()));
  });
  return {
    levelOf: (memberId, modelId) => ask({ memberId, modelId }),
    spiesForFree: async (memberId, modelId) => spiesForFree(await ask({ memberId, modelId })),
    listFans: (modelId, level) => memberships.listMemberIds(modelId, level ? [level] : LEVELS),
  };
}
