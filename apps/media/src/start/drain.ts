import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@klieg/kernel';
import type { Broadcasts } from '../broadcasts/broadcasts.ts';
import type { Drained, Leave } from '../control/leaving.ts';
import type { Relaying } from '../relay/index.ts';
import type { Gates } from './make-gates.ts';

export interface DrainOptions {
  readonly leave: Leave;
  readonly broadcasts: Pick<Broadcasts, 'tellAlive' | 'sendAway' | 'list'>;
  readonly relaying: Pick<Relaying, 'hasOther'>;
  readonly gates: Pick<Gates, 'webSocket' | 'viewerCount'>;
  readonly log: Log;
}

/** Processes that are told at the same time to end have heard that of each other by then. */
const HEARD_MS = 300;
const LOOK_MS = 100;
/** Viewers who cannot be asked, or do not go, keep publishers no longer; those by WHEP hear of it within 40 s. */
const VIEWERS_MS = 45_000;
/** Who was asked a moment before the question could be understood is asked again. */
const ASK_MS = 5_000;

/**
 * Sends all whom this process serves to others, without a cut for those who can be asked: first viewers, who go on watching
 * the same stream through another process, then publishers. Encoders cannot be asked, so they stay until the limit.
 * @returns a way to begin, for so many milliseconds; a repeat waits for the same end. Where there is no other process, a
 * patient one waits for one to come, as after it was started anew.
 */
export function makeDrain(options: DrainOptions): (limitMs: number, isPatient?: boolean) => Promise<Drained> {
  const { leave, broadcasts, relaying, gates, log } = options;
  let ending: Promise<Drained> | undefined;

  const askAgain = (): void => {
    gates.webSocket.sendAway();
    if (leave.stage === 'sends_publishers') broadcasts.sendAway();
  };

  const drain = async (limitMs: number, isPatient: boolean): Promise<Drained> => {
    const startedMs = performance.now();
    const passedMs = (): number => performance.now() - startedMs;
    while (isPatient && !relaying.hasOther && passedMs() < limitMs) await wait(LOOK_MS);
    leave.stage = 'sends_viewers';
    broadcasts.tellAlive();
    await wait(HEARD_MS);
    if (!relaying.hasOther) return 'alone';
    log.info({ viewers: gates.viewerCount, broadcasts: broadcasts.list().length }, 'sends all to others');
    let askedMs = -Infinity;
    while (passedMs() < limitMs) {
      const hasViewers = gates.viewerCount > 0;
      if (!hasViewers && broadcasts.list().length === 0) return 'empty';
      if (leave.stage === 'sends_viewers' && (!hasViewers || passedMs() > VIEWERS_MS)) {
        leave.stage = 'sends_publishers';
        askedMs = -Infinity;
      }
      if (passedMs() - askedMs > ASK_MS) {
        askedMs = passedMs();
        askAgain();
      }
      await wait(LOOK_MS);
    }
    return 'late';
  };

  return (limitMs, isPatient = false) =>
    (ending ??= drain(limitMs, isPatient).then((drained) => {
      log.info({ drained, viewers: gates.viewerCount, broadcasts: broadcasts.list().length }, 'drained');
      return drained;
    }));
}
