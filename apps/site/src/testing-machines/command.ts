import type { LiveNode, World } from './world.ts';

/** One thing that happens. @throws refusals, which are counted, and what the world must survive */
export interface Command {
  readonly name: string;
  /** How often, among all. */
  readonly weight: number;
  play(world: World, node: LiveNode, look: () => Promise<void>): Promise<unknown>;
}
