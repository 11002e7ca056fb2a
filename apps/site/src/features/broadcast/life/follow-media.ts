import type { Bus } from '@klieg/contract/bus';
import { MEDIA_FACTS, type MediaFact } from '@klieg/contract/media';
import { type HearMediaDeps, makeHearMedia } from './hear-media.ts';
import { makeInTurn } from '#site/platform/in-turn.ts';
import { makeMediaNodes } from '../media/media-nodes.ts';
import { makeSweepBroadcasts, type SweepDeps } from './sweep-broadcasts.ts';
import type { RunDeps } from './run-broadcast.ts';

const SWEEP_MS = 1_000;

type Deps = HearMediaDeps &
  Omit<SweepDeps, 'nodes' | 'handle'> &
  Pick<RunDeps, 'log'> & { readonly bus: Bus };

/**
 * Hears what media processes say of broadcasts, and looks through the open rooms each second.
 * @returns ends both
 */
export function followMedia(deps: Deps): () => void {
  const { bus, log } = deps;
  const nodes = makeMediaNodes({ now: () => performance.now() });
  const hear = makeHearMedia(deps);
  const inTurn = makeInTurn((error) => log.error({ err: error }, 'a media fact could not be handled'));
  // Of two facts about a broadcast the later one has to win, however close they come.
  const handle = (facts: readonly MediaFact[]) => {
    for (const fact of facts) inTurn('broadcastId' in fact ? fact.broadcastId : fact.kind, () => hear(fact));
  };
  const sweep = makeSweepBroadcasts({ ...deps, nodes, handle });
  const stopFacts = bus.subscribe(MEDIA_FACTS, (message) => handle(nodes.hear(message as MediaFact)));
  deps.command({ kind: 'report' });
  let isSweeping = false;
  const timer = setInterval(() => {
    handle(nodes.sweep());
    // A slow database makes the next look wait, so that two never judge the same rooms.
    if (isSweeping) return;
    isSweeping = true;
    sweep()
      .catch((error: unknown) => log.error({ err: error }, 'the sweep of rooms failed'))
      .finally(() => {
        isSweeping = false;
      });
  }, SWEEP_MS).unref();
  return () => {
    stopFacts();
    clearInterval(timer);
  };
}
