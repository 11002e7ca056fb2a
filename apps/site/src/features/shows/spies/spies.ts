import type { Payload } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import { type Account, accountKey, type AccountStore } from '../../identity/index.ts';
import type { RoomHub } from '../../rooms/index.ts';
import type { Deliveries } from '../meters/deliveries.ts';
import type { EndSpies } from './end-spies.ts';
import type { KeptApart } from '../privates/kept-apart.ts';
import { stepsDue } from '../meters/meter-rules.ts';
import type { PlaceStore } from '../place-store.ts';
import type { Pair } from '../privates/private-news.ts';
import type { PrivateStore } from '../privates/private-store.ts';
import type { Meters, MeterStand } from '../meters/run-meters.ts';
import { spyEndOf } from './spy-rules.ts';
import type { Spy, SpyStore } from './spy-store.ts';

/** People who spy on privates (machine 4). */
export interface Spies {
  /** A repeat gets the same; who did not look gets zeros. */
  stop(
    account: Account,
    owner: Account,
  ): Promise<{ readonly tokensCharged: number; readonly seconds: number }>;
  /**
   * Charges the spies of shows that this node counts, and ends those whose time is over. One database query for all of
   * them keeps many shows cheap.
   */
  lookAt(pairs: readonly Pair[]): Promise<void>;
  /** How many are spying now, as far as this node knows. */
  countOf(showId: Uuid): number;
  /** Somebody's state as a spy of this room, for a page that connects. */
  tickOf(accountId: Account['id'], owner: Account): Promise<Payload<'v3.spy.tick'> | undefined>;
}

interface Seen {
  awaySince: number | undefined;
  stand: MeterStand | undefined;
  toldSteps: number;
}

export function makeSpies(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly apart: KeptApart;
  readonly store: SpyStore;
  readonly privates: Pick<PrivateStore, 'now'>;
  readonly places: PlaceStore;
  readonly meters: Pick<Meters, 'advance'>;
  readonly deliveries: Deliveries;
  readonly hub: Pick<RoomHub, 'find' | 'command'>;
  readonly ends: Pick<EndSpies, 'end'>;
  readonly now: () => number;
  readonly wallClock: () => number;
  readonly logged: (what: string) => (error: unknown) => void;
}): Spies {
  const { store, meters, places, deliveries, ends } = deps;
  const seen = new Map<Uuid, Seen>();
  const counts = new Map<Uuid, number>();

  const tell = (owner: Account, spy: Spy, payload: Payload<'v3.spy.tick'>) =>
    deps.hub.command(owner.username, {
      kind: 'tell',
      personKey: accountKey(spy.accountId),
      name: 'v3.spy.tick',
      payload,
    });

  const isHere = (owner: Account, spy: Spy): boolean => {
    const presence = deps.hub.find(owner.username)?.presence;
    const key = accountKey(spy.accountId);
    return presence === undefined || presence.socketsOf(key).length > 0 || presence.isElsewhere(key);
  };

  const tickFor = (spy: Spy, stand: MeterStand): Payload<'v3.spy.tick'> => ({
    seq: deps.wallClock(),
    show_id: spy.showId,
    seconds: Math.floor(stand.row.deliveredMs / 1_000),
    tokens_charged: stand.chargedTokens,
    ...(spy.isFree ? { is_free: true } : { remaining_seconds: stand.remainingSeconds }),
  });

  const lookAtOne = async (
    owner: Account,
    spy: Spy,
    { now, isAllowed }: { readonly now: number; readonly isAllowed: boolean },
  ): Promise<void> => {
    const known = seen.get(spy.id) ?? { awaySince: undefined, stand: undefined, toldSteps: -1 };
    seen.set(spy.id, known);
    known.awaySince = isHere(owner, spy) ? undefined : (known.awaySince ?? deps.now());
    const deliveredMs = deliveries.deliveredOf(spy.id);
    const steps = stepsDue(deliveredMs);
    if (spy.state === 'spying' && (steps > known.toldSteps || known.stand?.isUsedUp)) {
      known.stand = await meters.advance(spy.id, deliveredMs);
      known.toldSteps = steps;
      if (known.stand) tell(owner, spy, tickFor(spy, known.stand));
    }
    const reason = spyEndOf(spy, {
      now,
      deliveredMs,
      awayMs: known.awaySince === undefined ? 0 : deps.now() - known.awaySince,
      isUsedUp: known.stand?.isUsedUp ?? false,
      isAllowed,
      isSold: owner.settings.spy_cost > 0,
    });
    if (!reason) return;
    seen.delete(spy.id);
    await ends.end(owner, spy.id, reason);
  };

  return {
    async stop(account, owner) {
      const last = await store.findLast(account.id, owner.id);
      if (last?.state === 'preview' || last?.state === 'spying') await ends.end(owner, last.id, 'user_ended');
      const spy = last && (await store.find(last.id));
      return { tokensCharged: spy?.tokensCharged ?? 0, seconds: spy?.durationSeconds ?? 0 };
    },
    async lookAt(pairs) {
      const pairOf = new Map(pairs.map((pair) => [pair.show.id, pair]));
      const spies = pairs.length > 0 ? await store.listOf([...pairOf.keys()]) : [];
      // Others may have ended them: by a press, with the show, or on another node.
      const ids = new Set(spies.map(({ id }) => id));
      for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id);
      counts.clear();
      for (const { showId } of spies) counts.set(showId, (counts.get(showId) ?? 0) + 1);
      if (spies.length === 0) return;
      const ownerOf = (spy: Spy) => pairOf.get(spy.showId)!.owner;
      const [now, apart, people] = await Promise.all([
        deps.privates.now(),
        deps.apart.list(spies.map((spy) => ({ ownerId: ownerOf(spy).id, accountId: spy.accountId }))),
        deps.accounts.listByIds(spies.map(({ accountId }) => accountId)),
      ]);
      const suspended = new Set(people.filter(({ suspendedAt }) => suspendedAt !== null).map(({ id }) => id));
      const looks = spies.map((spy, at) => {
        const isAllowed = !apart.has(at) && !suspended.has(spy.accountId);
        return lookAtOne(ownerOf(spy), spy, { now, isAllowed });
      });
      const failed = deps.logged('a spy could not be looked after');
      await Promise.all(looks.map((look) => look.catch(failed)));
    },
    countOf: (showId) => counts.get(showId) ?? 0,
    async tickOf(accountId, owner) {
      const place = await places.find(accountId);
      if (place?.kind !== 'spy' || place.roomId !== owner.id) return undefined;
      const spy = await store.find(place.placeId);
      if (!spy) return undefined;
      const deliveredMs = deliveries.deliveredOf(spy.id);
      return {
        seq: deps.wallClock(),
        show_id: spy.showId,
        seconds: Math.floor(deliveredMs / 1_000),
        tokens_charged: seen.get(spy.id)?.stand?.chargedTokens ?? 0,
        ...(spy.isFree && { is_free: true }),
      };
    },
  };
}
