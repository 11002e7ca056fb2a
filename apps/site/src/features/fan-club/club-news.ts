import { notice, type Notices } from '../../platform/events/index.ts';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import { type AccountStore, chosenInvisibleLevel } from '../identity/index.ts';
import { levelNow } from './club-rules.ts';
import type { KeptMembership, Pair } from './membership-store.ts';
import type { FanLevel } from '@klieg/contract';

/** What somebody is in a club has changed: rooms show it with the next line. */
export const fanLevelChanged = notice<Pair & { readonly level: FanLevel | null }>('fan_club.level');

/** Tells pages about changes of a membership; lost messages do no harm, since the next page reads the state. */
export interface ClubNews {
  tell(membership: KeptMembership): void;
  /** The renewal was refused, by that code. */
  tellRefusal(membership: KeptMembership, code: string): void;
}

export function makeClubNews(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly feed: AccountFeed;
  readonly notices: Pick<Notices, 'tell'>;
  readonly now: () => number;
  readonly logged: (what: string) => (error: unknown) => void;
}): ClubNews {
  const { feed } = deps;

  const send = async (membership: KeptMembership): Promise<void> => {
    const { memberId, modelId, level, state, periodEndsAt } = membership;
    const people = await deps.accounts.listByIds([memberId, modelId]);
    const member = people.find(({ id }) => id === memberId);
    const model = people.find(({ id }) => id === modelId);
    if (!member || !model) return;
    const at = deps.now();
    const update = {
      seq: at,
      username: member.username,
      modelUsername: model.username,
      level,
      status: state,
      until: periodEndsAt,
    } as const;
    feed.send(memberId, 'v3.user.fans_subscriber.update', update);
    feed.send(memberId, 'v3.account.update', { seq: at, part: 'fanclub', status: state, at });
    // Who hides from performers is counted and not named.
    if (chosenInvisibleLevel(member) === 0) feed.send(modelId, 'v3.user.fans_subscriber.update', update);
  };

  return {
    tell(membership) {
      const { memberId, modelId } = membership;
      deps.notices.tell(fanLevelChanged, { memberId, modelId, level: levelNow(membership, deps.now()) });
      send(membership).catch(deps.logged('a changed fan club membership could not be told'));
    },
    tellRefusal: ({ memberId }, code) =>
      feed.send(memberId, 'v3.fans.error', { errorType: code, error: 'Your fan club could not be renewed' }),
  };
}
