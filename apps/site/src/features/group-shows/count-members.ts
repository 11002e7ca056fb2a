import type { Uuid } from '@klieg/kernel';
import type { BlockStore } from '../blocks/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import { type Deliveries, type Meters, type MeterStand, stepsDue } from '../shows/index.ts';
import type { EndMembers } from './end-members.ts';
import type { GroupNews } from './group-news.ts';
import { type GroupShow, type Member, memberEndOf } from './group-rules.ts';

/** Looks after the people of shows: charges them, and ends those whose time is over (GS3, GS7, GS9). */
export interface CountMembers {
  /** @returns who is still there, and whether anybody has changed or paid */
  lookAt(
    owner: Account,
    show: GroupShow,
    members: readonly Member[],
    at: { readonly now: number; readonly hasPicture: boolean },
  ): Promise<{ readonly stay: readonly Member[]; readonly isNews: boolean }>;
  /** Forgets all others. */
  keep(members: readonly Member[]): void;
}

interface Seen {
  /** When this node has seen them first, or the picture was away last; monotonic. */
  since: number;
  readonly firstSeen: number;
  stand: MeterStand | undefined;
  toldSteps: number;
}

const keyOfSeen = ({ id, state }: Member): string => `${state}:${id}`;

export function makeCountMembers(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly blocks: Pick<BlockStore, 'listApart'>;
  readonly sanctions: Pick<RoomsFeature['sanctions'], 'listPutOut'>;
  readonly meters: Pick<Meters, 'advance'>;
  readonly deliveries: Pick<Deliveries, 'deliveredOf' | 'stoodFor'>;
  readonly ends: Pick<EndMembers, 'end'>;
  readonly news: Pick<GroupNews, 'tick'>;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly logged: (what: string) => (error: unknown) => void;
}): CountMembers {
  const { deliveries } = deps;
  const seenOf = new Map<string, Seen>();

  const see = (member: Member): Seen => {
    const key = keyOfSeen(member);
    const known = seenOf.get(key) ?? {
      since: deps.now(),
      firstSeen: deps.now(),
      stand: undefined,
      toldSteps: -1,
    };
    seenOf.set(key, known);
    return known;
  };

  /** Charges for delivered time, and tells the state. @returns whether there was anything */
  const count = async (owner: Account, member: Member, meterId: Uuid, seen: Seen): Promise<boolean> => {
    const deliveredMs = deliveries.deliveredOf(meterId);
    const steps = stepsDue(deliveredMs);
    if (steps <= seen.toldSteps && !seen.stand?.isUsedUp) return false;
    const stand = await deps.meters.advance(meterId, deliveredMs);
    // Another node has counted it, or it was stopped: checked again next time.
    if (!stand) return false;
    seen.stand = stand;
    seen.toldSteps = steps;
    deps.news.tick(owner, member, stand);
    return true;
  };

  const readAllowed = async (owner: Account, members: readonly Member[]): Promise<boolean[]> => {
    const ids = members.map(({ accountId }) => accountId);
    const [people, apart, putOut] = await Promise.all([
      deps.accounts.listByIds(ids),
      deps.blocks.listApart(ids.map((id) => [id, owner.id] as const)),
      deps.sanctions.listPutOut(owner.id, ids),
    ]);
    const free = new Set(people.filter(({ suspendedAt }) => suspendedAt === null).map(({ id }) => id));
    return ids.map((id, at) => free.has(id) && !apart.has(at) && !putOut.has(id));
  };

  const lookAtOne = async (
    owner: Account,
    member: Member,
    at: { readonly now: number; readonly hasPicture: boolean; readonly isAllowed: boolean },
  ): Promise<{ readonly isGone: boolean; readonly isNews: boolean }> => {
    const seen = see(member);
    if (!at.hasPicture) seen.since = deps.now();
    const isSeated = member.state === 'seated' && member.meterId !== null;
    const isNews = isSeated && (await count(owner, member, member.meterId!, seen));
    const stood = isSeated ? (deliveries.stoodFor(member.meterId!) ?? Infinity) : 0;
    const reason = memberEndOf(member, {
      isAllowed: at.isAllowed,
      // A node that has only begun to look knows nothing of the time before.
      awayMs: Math.min(at.now - member.seenAt, deps.now() - seen.firstSeen),
      silentMs: Math.min(stood, deps.now() - seen.since),
      isUsedUp: seen.stand?.isUsedUp ?? false,
    });
    if (!reason) return { isGone: false, isNews };
    await deps.ends.end(owner, member, reason);
    return { isGone: true, isNews: true };
  };

  return {
    async lookAt(owner, _show, members, { now, hasPicture }) {
      if (members.length === 0) return { stay: [], isNews: false };
      const allowed = await readAllowed(owner, members);
      const looks = await Promise.all(
        members.map((member, at) =>
          lookAtOne(owner, member, { now, hasPicture, isAllowed: allowed[at]! }).catch((error: unknown) => {
            deps.logged('somebody in a group show could not be looked after')(error);
            return { isGone: false, isNews: false };
          }),
        ),
      );
      return {
        stay: members.filter((_member, at) => !looks[at]!.isGone),
        isNews: looks.some(({ isNews }) => isNews),
      };
    },
    keep(members) {
      const keys = new Set(members.map(keyOfSeen));
      for (const key of seenOf.keys()) if (!keys.has(key)) seenOf.delete(key);
    },
  };
}
