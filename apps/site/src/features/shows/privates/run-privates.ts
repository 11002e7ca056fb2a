import type { AccountId, Uuid } from '@klieg/kernel';
import { makeInTurn } from '#site/platform/in-turn.ts';
import type { AccountStore } from '../../identity/index.ts';
import { modeOf, type RoomStore } from '../../rooms/index.ts';
import type { PayerAwayMs } from './payer-away.ts';
import type { AskPrivate } from './ask-private.ts';
import type { Deliveries } from '../meters/deliveries.ts';
import type { EndPrivate } from './end-private.ts';
import type { KeptApart } from './kept-apart.ts';
import { STANDS_AFTER_MS, stepsDue } from '../meters/meter-rules.ts';
import type { Pair, PrivateNews } from './private-news.ts';
import { type Private, type Sight, stepOf } from './private-rules.ts';
import type { PrivateRecordings } from './private-recordings.ts';
import type { PrivateStore } from './private-store.ts';
import type { Meters, MeterStand } from '../meters/run-meters.ts';
import type { Spies } from '../spies/spies.ts';

/** The shows that this node counts (S3): their ticks, their beginnings, and ends that nobody presses for. */
export interface RunPrivates {
  /** This node counts it from now on. */
  take(show: Private): void;
  /** Takes over shows that nobody counts, and looks after this node's own. */
  lead(): Promise<void>;
  /** Checks every show of this node. */
  look(): void;
  /** Checks one at once, if this node has it. */
  lookAt(id: Uuid): void;
  /** State of a show of this node; undefined where another node counts it. */
  standOf(id: Uuid): MeterStand | undefined;
  /** Finishes what was left half done. */
  sweep(): Promise<void>;
}

/** A node without a sign of life loses its shows after this; it renews three times in that time. */
export const LEASE_MS = 6_000;
const LED_MAX = 5_000;
/** A shorter silence is not noted: pictures that arrive have gaps. */
const NOTED_SILENCE_MS = 5_000;

interface Run {
  pair: Pair;
  stand: MeterStand | undefined;
  /** The last announced state of the clock. */
  isMetered: boolean;
  toldSteps: number;
  /** When this node took it, or its picture began: nothing delivered counts from there, */
  since: number;
  /** added to what was counted before, by nodes that are gone. */
  silentBefore: number;
  /** What the next node would be told. */
  notedSilence: number;
  isInRoom: boolean;
  isWaiting: boolean;
}

export function makeRunPrivates(deps: {
  readonly store: PrivateStore;
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly apart: KeptApart;
  readonly rooms: Pick<RoomStore, 'listOf'>;
  readonly awayMs: PayerAwayMs;
  readonly requests: Pick<AskPrivate, 'pairOf'>;
  readonly ends: EndPrivate;
  readonly meters: Pick<Meters, 'advance'>;
  readonly deliveries: Deliveries;
  readonly spies: Pick<Spies, 'lookAt' | 'countOf'>;
  readonly news: PrivateNews;
  readonly privateRecordings: Pick<PrivateRecordings, 'begin'>;
  readonly node: string;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly logged: (what: string) => (error: unknown) => void;
}): RunPrivates {
  const { store, meters, deliveries, news, now } = deps;
  const runs = new Map<Uuid, Run>();
  const inTurn = makeInTurn(deps.logged('a show could not be looked after'));

  const silenceOf = ({ pair, since, silentBefore }: Run): number =>
    Math.min(deliveries.stoodFor(pair.show.id) ?? Infinity, silentBefore + now() - since);

  /** Stores silences for the node that takes over next; nothing to store while pictures arrive. */
  const noteSilences = async (): Promise<void> => {
    const silences = new Map<Uuid, number>();
    for (const [id, run] of runs) {
      const silence = silenceOf(run) < NOTED_SILENCE_MS ? 0 : Math.round(silenceOf(run));
      if (silence === run.notedSilence || run.pair.show.state !== 'running') continue;
      silences.set(id, silence);
      run.notedSilence = silence;
    }
    await store.noteSilence(deps.node, silences);
  };

  const sightOf = async (run: Run, deliveredMs: number): Promise<Sight> => {
    return {
      // Only the first picture has to be there by a time of day, which is the database's (S2).
      now: run.pair.show.state === 'starting' ? await store.now() : 0,
      isInRoom: run.isInRoom,
      deliveredMs,
      silentMs: silenceOf(run),
      awayMs: deps.awayMs(run.pair),
      isUsedUp: run.stand?.isUsedUp ?? false,
    };
  };

  /** Charges for delivery until now, and tells both sides when a step or the clock has changed. */
  const count = async (run: Run, deliveredMs: number): Promise<void> => {
    const { id } = run.pair.show;
    const isMetered =
      now() - run.since < STANDS_AFTER_MS || (deliveries.stoodFor(id) ?? Infinity) < STANDS_AFTER_MS;
    const steps = stepsDue(deliveredMs);
    const isStep = steps > run.toldSteps || run.stand?.isUsedUp === true;
    if (!isStep && isMetered === run.isMetered) return;
    const stand = await meters.advance(id, deliveredMs);
    if (!stand) return;
    run.stand = stand;
    run.isMetered = isMetered;
    run.toldSteps = steps;
    // The start of the show already announces the first step.
    if (steps > 0 || !isMetered) news.tick(run.pair, { stand, isMetered, spies: deps.spies.countOf(id) });
  };

  const beginRun = async (run: Run): Promise<void> => {
    const { id } = run.pair.show;
    run.since = now();
    run.silentBefore = 0;
    const show = await store.begin(id);
    if (!show) return void runs.delete(id);
    run.pair = { ...run.pair, show };
    run.stand = await meters.advance(id, deliveries.deliveredOf(id));
    deps.privateRecordings.begin(run.pair);
    news.started(run.pair, run.stand?.remainingSeconds ?? 0);
  };

  const lookAfter = async (id: Uuid): Promise<void> => {
    const run = runs.get(id);
    if (!run) return;
    run.isWaiting = false;
    const deliveredMs = deliveries.deliveredOf(id);
    if (run.pair.show.state === 'running') await count(run, deliveredMs);
    const step = stepOf(run.pair.show, await sightOf(run, deliveredMs));
    if (step?.kind === 'begin') return beginRun(run);
    if (step?.kind === 'fail') await deps.ends.fail(run.pair);
    if (step?.kind === 'end') await deps.ends.end(run.pair, step.reason);
    if (step) runs.delete(id);
  };

  let isLookingAtSpies = false;
  /** Those of all shows together; the next round waits for this one. */
  const lookAtSpies = (): void => {
    if (isLookingAtSpies) return;
    isLookingAtSpies = true;
    const running = [...runs.values()].map(({ pair }) => pair).filter(({ show }) => show.state === 'running');
    void deps.spies
      .lookAt(running)
      .catch(deps.logged('spies could not be looked after'))
      .finally(() => (isLookingAtSpies = false));
  };

  const lookAt = (id: Uuid): void => {
    const run = runs.get(id);
    if (!run || run.isWaiting) return;
    run.isWaiting = true;
    inTurn(id, () => lookAfter(id));
  };
  deliveries.onGrown((id) => {
    const run = runs.get(id);
    if (!run) return;
    const isNews = run.pair.show.state === 'starting' || stepsDue(deliveries.deliveredOf(id)) > run.toldSteps;
    if (isNews || !run.isMetered) lookAt(id);
  });

  const take = (pair: Pair): void => {
    const known = runs.get(pair.show.id);
    if (known) {
      // Its row may have been read before the show began here: a running show is not begun again.
      const isOlder = pair.show.startedAt === null && known.pair.show.startedAt !== null;
      known.pair = isOlder ? { ...pair, show: known.pair.show } : pair;
      return;
    }
    // The node before may have died before it was recorded.
    if (pair.show.state === 'running') deps.privateRecordings.begin(pair);
    runs.set(pair.show.id, {
      pair,
      stand: undefined,
      isMetered: true,
      toldSteps: stepsDue(deliveries.deliveredOf(pair.show.id)),
      since: now(),
      silentBefore: pair.show.silentMs,
      notedSilence: pair.show.silentMs,
      isInRoom: true,
      isWaiting: false,
    });
  };

  const takeShow = async (show: Private): Promise<void> => {
    const pair = await deps.requests.pairOf(show);
    if (pair) take(pair);
    lookAt(show.id);
  };

  /** Ends shows of people who may not be together any more (S9). */
  const endForbidden = async (pairs: readonly Pair[]): Promise<void> => {
    const apart = await deps.apart.list(
      pairs.map(({ owner, payer }) => ({ ownerId: owner.id, accountId: payer.id })),
    );
    for (const [at, pair] of pairs.entries()) {
      const isForbidden = pair.payer.suspendedAt !== null || apart.has(at);
      const reason = pair.owner.suspendedAt === null ? 'model_ended' : 'unpublish';
      if (isForbidden || pair.owner.suspendedAt !== null)
        inTurn(pair.show.id, async () => {
          await deps.ends.end(pair, isForbidden && pair.payer.suspendedAt !== null ? 'unpublish' : reason);
          runs.delete(pair.show.id);
        });
    }
  };

  return {
    take: (show) => void takeShow(show).catch(deps.logged('a show could not be taken')),
    lookAt,
    look() {
      for (const id of runs.keys()) lookAt(id);
      lookAtSpies();
    },
    standOf: (id) => runs.get(id)?.stand,
    async lead() {
      const shows = await store.lease(deps.node, LEASE_MS, LED_MAX);
      const ids = new Set(shows.map(({ id }) => id));
      for (const id of runs.keys()) if (!ids.has(id)) runs.delete(id);
      if (shows.length === 0) return;
      const [people, rows] = await Promise.all([
        deps.accounts.listByIds(shows.flatMap(({ roomId, payerId }) => [roomId, payerId])),
        deps.rooms.listOf(shows.map(({ roomId }) => roomId)),
      ]);
      const personOf = new Map<AccountId, Pair['owner']>(people.map((person) => [person.id, person]));
      const pairs = shows.flatMap((show) => {
        const [owner, payer] = [personOf.get(show.roomId), personOf.get(show.payerId)];
        return owner && payer ? [{ show, owner, payer }] : [];
      });
      pairs.forEach(take);
      for (const [at, { id }] of shows.entries()) {
        const run = runs.get(id);
        if (run) run.isInRoom = modeOf(rows[at]!) === 'private';
      }
      await noteSilences();
      await endForbidden(pairs);
    },
    async sweep() {
      for (const show of await store.listUnsettled()) await deps.ends.finish(show);
    },
  };
}
