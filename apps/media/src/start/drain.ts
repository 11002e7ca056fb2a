import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@klieg/kernel';
import type { Broadcasts } from '../broadcasts/broadcasts.ts';
import { type Drained, isLeaving, type Leave } from '../control/leaving.ts';
import type { Relaying } from '../relay/index.ts';
import type { Gates } from './make-gates.ts';

export interface DrainOptions {
  readonly leave: Leave;
  readonly broadcasts: Pick<Broadcasts, 'tellAlive' | 'sendAway' | 'list'>;
  readonly relaying: Pick<Relaying, 'hasOther'>;
  readonly gates: Pick<Gates, 'webSocket' | 'viewerCount'>;
  /** It takes nobody new from now on, or does so again. */
  readonly onLeaving?: ((isLeaving: boolean) => void) | undefined;
  readonly log: Log;
}

/** Processes told to end at the same time know that of each other by then. */
const HEARD_MS = 300;
const LOOK_MS = 100;
/** Of the whole time; viewers who cannot be asked, or do not go, keep publishers no longer. */
const VIEWERS_SHARE = 0.75;
/** Viewers by WHEP hear of it within 40 s. */
const VIEWERS_MS_MAX = 45_000;
/** A publisher asked just before it could understand the question is asked again. */
const ASK_MS = 5_000;
/** How long a patient one waits for another process; then it ends like a single one. */
const PATIENCE_MS = 300_000;
/** Patient ones that are asked at the same time begin at moments of their own within this. */
const APART_MS = 2_000;

/**
 * Sends all clients of this process to others, without a cut for those who can be asked: first viewers, who continue to
 * watch the same stream through another process, then publishers. Encoders cannot be asked, so they stay until the
 * limit.
 * @returns a way to begin, for this many milliseconds; a repeat waits for the same end. Without another process, a
 * patient one continues normally and waits for one to come, as when that one was restarted.
 */
export function makeDrain(options: DrainOptions): (limitMs: number, isPatient?: boolean) => Promise<Drained> {
  const { leave, broadcasts, relaying, gates, log } = options;
  let ending: Promise<Drained> | undefined;

  const enter = (stage: Leave['stage']): void => {
    const wasLeaving = isLeaving(leave);
    leave.stage = stage;
    if (isLeaving(leave) === wasLeaving) return;
    broadcasts.tellAlive();
    options.onLeaving?.(!wasLeaving);
  };

  /** @returns undefined where the others have gone meanwhile */
  const sendAll = async (limitMs: number): Promise<Drained | undefined> => {
    const startedMs = performance.now();
    const passedMs = (): number => performance.now() - startedMs;
    const viewersMs = Math.min(VIEWERS_MS_MAX, limitMs * VIEWERS_SHARE);
    log.info({ viewers: gates.viewerCount, broadcasts: broadcasts.list().length }, 'sends all to others');
    let askedMs = -Infinity;
    while (passedMs() < limitMs) {
      const hasViewers = gates.viewerCount > 0;
      if (!hasViewers && broadcasts.list().length === 0) return 'empty';
      if (!relaying.hasOther) return undefined;
      if (leave.stage === 'sends_viewers' && (!hasViewers || passedMs() > viewersMs)) {
        enter('sends_publishers');
      }
      gates.webSocket.sendAway();
      if (leave.stage === 'sends_publishers' && passedMs() - askedMs > ASK_MS) {
        askedMs = passedMs();
        broadcasts.sendAway();
      }
      await wait(LOOK_MS);
    }
    return 'late';
  };

  /** @returns undefined where nobody is there to go to */
  const tryOnce = async (limitMs: number): Promise<Drained | undefined> => {
    enter('sends_viewers');
    await wait(HEARD_MS);
    return relaying.hasOther ? sendAll(limitMs) : undefined;
  };

  const drainPatiently = async (limitMs: number): Promise<Drained> => {
    const startedMs = performance.now();
    while (performance.now() - startedMs < PATIENCE_MS) {
      await wait(Math.random() * APART_MS);
      const drained = relaying.hasOther ? await tryOnce(limitMs) : undefined;
      if (drained) return drained;
      enter('staying');
    }
    enter('sends_viewers');
    return 'alone';
  };

  const drain = async (limitMs: number, isPatient: boolean): Promise<Drained> =>
    isPatient ? drainPatiently(limitMs) : ((await tryOnce(limitMs)) ?? 'alone');

  return (limitMs, isPatient = false) =>
    (ending ??= drain(limitMs, isPatient).then((drained) => {
      log.info({ drained, viewers: gates.viewerCount, broadcasts: broadcasts.list().length }, 'drained');
      return drained;
    }));
}
