import type { Bus } from '@klieg/contract/bus';
import { MEDIA_FACTS, type MediaFact } from '@klieg/contract/media';
import { isLeaving, type Leaving, makeLeave } from './leaving.ts';

type WithoutNode<Fact> = Fact extends { readonly node: string } ? Omit<Fact, 'node' | 'url'> : never;

/** Publishes facts in the name of this node. */
export type TellFact = (fact: WithoutNode<MediaFact>) => void;

/**
 * @param urlOf the internal address, which other media processes need; undefined if there is none
 * @param leaving whether this process ends soon, sent with each heartbeat
 */
export const makeTellFact =
  (
    bus: Bus,
    node: string,
    urlOf: () => string | undefined = () => undefined,
    leaving: Leaving = makeLeave(),
  ): TellFact =>
  (fact) => {
    const url = fact.kind === 'alive' || fact.kind === 'live' ? urlOf() : undefined;
    bus.publish(MEDIA_FACTS, {
      ...fact,
      node,
      ...(url !== undefined && { url }),
      ...(fact.kind === 'alive' && isLeaving(leaving) && { isLeaving: true }),
    });
  };
