import type { Uuid } from '@klieg/kernel';
import type { MeterStore } from '../features/shows/meters/meter-store.ts';
import type { PlaceStore } from '../features/shows/place-store.ts';
import type { ExtensionStore } from '../features/shows/privates/extension-store.ts';
import { isOn } from '../features/shows/privates/private-rules.ts';
import type { PrivateStore } from '../features/shows/privates/private-store.ts';
import type { SpyState, SpyStore } from '../features/shows/spies/spy-store.ts';
import { alter, type MemoryDatabase, type Tables } from './memory-tables.ts';

/* What the stores of privates and spies promise, kept in maps. Times are those of the world's database. */

type PrivateRecord = Tables['privates'] extends Map<Uuid, infer Row> ? Row : never;

/** Ends are left to whoever began them for so long. */
const SWEPT_AFTER_MS = 2_000;
const STARTUP_MS = 10 * 60_000;
/** An extension that was begun and not done is counted with for so long. */
const EXTENDS_MS = 30_000;

const isLooking = ({ state }: { readonly state: SpyState }): boolean =>
  state === 'preview' || state === 'spying';

export function makePrivates(database: MemoryDatabase, now: () => number): PrivateStore {
  const { of, write } = database;
  const all = (wanted: (row: PrivateRecord) => boolean) => [...of().privates.values()].filter(wanted);
  const newest = (rows: readonly PrivateRecord[]) => rows.toSorted((a, b) => b.askedAt - a.askedAt)[0];
  const store: Partial<PrivateStore> = {
    now: async () => now(),
    ask: (transaction, { expiresInMs, ...request }) =>
      write(transaction, ({ privates }) => {
        if (privates.has(request.id)) return false;
        const fresh = {
          reason: null,
          startsBy: null,
          startedAt: null,
          endedAt: null,
          node: null,
          watchId: null,
          silentMs: 0,
        } as const;
        const nothing = {
          durationSeconds: null,
          tokensCharged: null,
          tokensReturned: null,
          payerIsFan: false,
        } as const;
        const times = { expiresAt: now() + expiresInMs, askedAt: now(), leaseUntil: 0 };
        privates.set(request.id, { ...request, state: 'requested', ...fresh, ...nothing, ...times });
        return true;
      }),
    find: async (id) => of().privates.get(id),
    lock: async (transaction, id) => of(transaction).privates.get(id),
    change: (transaction, id, { startsInMs, endedAt, ...change }) =>
      write(transaction, ({ privates, ...rest }) =>
        alter(privates, id, (row) => {
          const next = {
            ...change,
            ...(startsInMs !== undefined && { startsBy: now() + startsInMs }),
            ...(endedAt && { endedAt: now() }),
          };
          refuseSecondShow({ privates, ...rest }, { ...row, ...next });
          return next;
        })!,
      ),
    begin: (id) =>
      write(undefined, ({ privates }) =>
        privates.get(id)?.state === 'starting'
          ? alter(privates, id, () => ({ state: 'running', startedAt: now(), silentMs: 0 }))
          : undefined,
      ),
    listRequests: async (roomId) => all((row) => row.roomId === roomId && row.state === 'requested'),
    expireOthers: (transaction, roomId, except) =>
      write(transaction, ({ privates }) =>
        [...privates.values()]
          .filter((row) => row.roomId === roomId && row.state === 'requested' && row.id !== except)
          .map(({ id }) =>
            alter(privates, id, () => ({ state: 'expired', reason: 'taken', endedAt: now() }))!,
          ),
      ),
    listAllRequests: async () => all(({ state }) => state === 'requested'),
    findOn: async (roomId, transaction) =>
      [...of(transaction).privates.values()].find((row) => row.roomId === roomId && isOn(row)),
    listLive: async (ids) =>
      all((row) => ids.includes(row.id) && (isOn(row) || row.state === 'requested')).map(({ id }) => id),
    findLast: async (payerId, roomId) =>
      newest(all((row) => row.payerId === payerId && row.roomId === roomId)),
    findLastEnded: async (roomId) =>
      newest(all((row) => row.roomId === roomId && (row.state === 'settling' || row.state === 'ended'))),
    lease: (node, leaseMs) =>
      write(undefined, ({ privates }) =>
        [...privates.values()]
          .filter(({ state }) => state === 'starting' || state === 'running')
          .filter((row) => row.node === node || row.leaseUntil < now())
          .map(({ id }) =>
            alter(privates, id, (row) => {
              const gap = Math.min(2 * leaseMs, now() - row.leaseUntil + leaseMs);
              const silentMs = row.node === node ? row.silentMs : row.silentMs + gap;
              return { node, silentMs, leaseUntil: now() + leaseMs };
            })!,
          ),
      ),
    noteSilence: (node, silences) =>
      write(undefined, ({ privates }) => {
        for (const [id, silentMs] of silences)
          if (privates.get(id)?.node === node && privates.get(id)?.state === 'running')
            alter(privates, id, () => ({ silentMs }));
      }),
    claim: (transaction, id, node, leaseMs) =>
      write(transaction, ({ privates }) => {
        alter(privates, id, () => ({ node, leaseUntil: now() + leaseMs }));
      }),
    listUnsettled: async () =>
      all(({ state, endedAt }) => state === 'settling' && (endedAt ?? 0) < now() - SWEPT_AFTER_MS),
  };
  return store as PrivateStore;
}

/** The unique key of the table. */
function refuseSecondShow({ privates }: Tables, changed: PrivateRecord): void {
  if (!isOn(changed)) return;
  for (const row of privates.values())
    if (row.id !== changed.id && row.roomId === changed.roomId && isOn(row))
      throw new Error('a room has a second show');
}

export function makeMeterRows({ of, write }: MemoryDatabase): MeterStore {
  return {
    open: (transaction, meter) =>
      write(transaction, ({ meters }) => {
        if (meters.has(meter.id)) return;
        const fresh = { deliveredMs: 0, dueSteps: -1, paidSteps: -1, finalTokens: null, isClosed: false };
        meters.set(meter.id, { ...meter, ...fresh, version: 0 });
      }),
    find: async (id) => of().meters.get(id),
    listRunning: async (ids) => new Set(ids.filter((id) => of().meters.get(id)?.finalTokens === null)),
    lock: async (transaction, id) => of(transaction).meters.get(id),
    note: ({ id, version }, next) =>
      write(undefined, ({ meters }) => {
        const row = meters.get(id);
        if (row?.version !== version || row.finalTokens !== null) return false;
        if (next.paidSteps > next.dueSteps) throw new Error('more steps are paid than due');
        alter(meters, id, () => ({ ...next, version: version + 1 }));
        return true;
      }),
    stop: (transaction, id, end) =>
      write(transaction, ({ meters }) => {
        if (meters.get(id)?.finalTokens === null)
          alter(meters, id, ({ version }) => ({ ...end, version: version + 1 }));
      }),
    close: (id, finalTokens) =>
      write(undefined, ({ meters }) => {
        if (meters.get(id)?.isClosed === false)
          alter(meters, id, ({ version, dueSteps }) => ({
            isClosed: true,
            paidSteps: dueSteps,
            finalTokens,
            version: version + 1,
          }));
      }),
  };
}

export function makeExtensions({ write }: MemoryDatabase, now: () => number): ExtensionStore {
  return {
    note: (transaction, { id, showId, seconds }, heldSeconds) =>
      write(transaction, ({ extensions }) => {
        const open = [...extensions.values()].filter(
          (row) => row.showId === showId && !row.isDone && row.askedAt > now() - EXTENDS_MS,
        );
        const untilSeconds = Math.max(heldSeconds, ...open.map((row) => row.untilSeconds)) + seconds;
        const row = extensions.get(id) ?? { showId, seconds, untilSeconds, askedAt: now(), isDone: false };
        extensions.set(id, row);
        return row;
      }),
    drop: (id) =>
      write(undefined, ({ extensions }) => {
        if (extensions.get(id)?.isDone === false) extensions.delete(id);
      }),
    finish: (id) =>
      write(undefined, ({ extensions, privates }) => {
        const { showId, seconds, isDone } = extensions.get(id)!;
        alter(extensions, id, () => ({ isDone: true }));
        return alter(privates, showId, ({ prepaidSeconds }) => ({
          prepaidSeconds: prepaidSeconds + (isDone ? 0 : seconds),
        }))!.prepaidSeconds;
      }),
  };
}

export function makePlaces({ of, write }: MemoryDatabase): PlaceStore {
  return {
    find: async (accountId) => of().places.get(accountId),
    take: (transaction, accountId, place) =>
      write(transaction, ({ places }) => {
        const found = places.get(accountId);
        if (found) return found.placeId === place.placeId ? undefined : found;
        places.set(accountId, place);
        return undefined;
      }),
    leave: (transaction, placeIds) =>
      write(transaction, ({ places }) => {
        for (const [accountId, { placeId }] of places)
          if (placeIds.includes(placeId)) places.delete(accountId);
      }),
  };
}

export function makeSpyRows({ of, write }: MemoryDatabase, now: () => number): SpyStore {
  const all = () => [...of().spies.values()];
  return {
    begin: (transaction, { endsInMs, ...spy }) =>
      write(transaction, ({ spies }) => {
        if (spies.has(spy.id)) return false;
        const open = { reason: null, durationSeconds: null, tokensCharged: null, endedAt: null };
        spies.set(spy.id, { ...spy, ...open, beganAt: now(), endsBy: now() + endsInMs });
        return true;
      }),
    find: async (id) => of().spies.get(id),
    lock: async (transaction, id) => of(transaction).spies.get(id),
    listOf: async (showIds) => all().filter((spy) => showIds.includes(spy.showId) && isLooking(spy)),
    lockAllOf: async (transaction, showId) =>
      [...of(transaction).spies.values()].filter((spy) => spy.showId === showId && isLooking(spy)),
    end: (transaction, id, end) =>
      write(
        transaction,
        ({ spies }) => void alter(spies, id, () => ({ ...end, state: 'settling' as const, endedAt: now() })),
      ),
    finish: (id, tokensCharged) =>
      write(undefined, ({ spies }) => {
        if (spies.get(id)?.state === 'settling')
          alter(spies, id, () => ({ state: 'ended' as const, tokensCharged }));
      }),
    listLive: async (ids) =>
      all()
        .filter(({ id, state }) => ids.includes(id) && state !== 'ended')
        .map(({ id }) => id),
    findLast: async (accountId, roomId) =>
      all()
        .filter((spy) => spy.accountId === accountId && spy.roomId === roomId)
        .toSorted((a, b) => b.beganAt - a.beganAt)[0],
    listUnsettled: async () =>
      all().filter((spy) =>
        isLooking(spy)
          ? of().privates.get(spy.showId)?.state !== 'running'
          : spy.state === 'settling' && (spy.endedAt ?? 0) < now() - SWEPT_AFTER_MS,
      ),
    hasPaidStartup: async (accountId, roomId) =>
      all().some((spy) => {
        const meter = of().meters.get(spy.id);
        const isHis = spy.accountId === accountId && spy.roomId === roomId;
        const isDue = meter?.isClosed === false && meter.dueSteps >= 0;
        const isPaid = (meter?.startupTokens ?? 0) > 0 && (isDue || (meter?.finalTokens ?? 0) > 0);
        return isHis && isPaid && spy.beganAt > now() - STARTUP_MS;
      }),
  };
}
