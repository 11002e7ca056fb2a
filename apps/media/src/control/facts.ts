import type { Bus } from '@klieg/contract/bus';
import { MEDIA_FACTS, type MediaFact } from '@klieg/contract/media';

type WithoutNode<Fact> = Fact extends { readonly node: string } ? Omit<Fact, 'node'> : never;

/** Publishes facts in the name of this node. */
export type TellFact = (fact: WithoutNode<MediaFact>) => void;

export const makeTellFact =
  (bus: Bus, node: string): TellFact =>
  (fact) =>
    bus.publish(MEDIA_FACTS, { ...fact, node });
