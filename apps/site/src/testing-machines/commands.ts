import { AppError } from '@klieg/kernel';
import type { Command } from './command.ts';
import { pick } from './dice.ts';
import { isExpected } from './node.ts';
import { buryDead, passTime } from './pass-time.ts';
import { showCommands } from './show-commands.ts';
import { ticketCommands } from './ticket-commands.ts';
import { troubleCommands } from './trouble-commands.ts';
import type { LiveNode, World } from './world.ts';

/* What people, media and machines do to a world, each by chance. */

const timeCommands: readonly Command[] = [
  { name: 'a moment', weight: 10, play: (world, _node, look) => passTime(world, 1, 1, look) },
  {
    name: 'seconds',
    weight: 16,
    play: (world, _node, look) => passTime(world, 2 + world.random(14), 3, look),
  },
  { name: 'half a minute', weight: 3, play: (world, _node, look) => passTime(world, 32, 4, look) },
  { name: 'a minute', weight: 1, play: (world, _node, look) => passTime(world, 62, 5, look) },
];

const commands: readonly Command[] = [
  ...timeCommands,
  ...showCommands,
  ...ticketCommands,
  ...troubleCommands,
];
const all = commands.flatMap((command) => Array.from({ length: command.weight }, () => command));

/** How often each command ended how. */
export type Figures = Map<string, number>;

/** Plays one command, or several that meet; what is refused is as good as what is done. */
export async function playNext(world: World, figures: Figures, look: () => Promise<void>): Promise<string> {
  const isTime = (command: Command) => timeCommands.includes(command);
  const first = pick(world, all);
  const others = isTime(first) || world.random(6) > 0 ? [] : [pick(world, all), pick(world, all)];
  const together = [
    first,
    ...others.filter((command) => !isTime(command) && !command.name.startsWith('time')),
  ];
  const play = async (command: Command): Promise<void> => {
    const node = pick(world, [...world.nodes.values()]);
    let word = 'done';
    try {
      if (node) await command.play(world, node, look);
      else if (isTime(command) || troubleCommands.includes(command))
        await command.play(world, undefined as unknown as LiveNode, look);
      else word = 'no node';
    } catch (error) {
      word = error instanceof AppError ? error.code : 'died';
      if (!(error instanceof AppError) && !isExpected(error)) world.faults.push(error);
    }
    const key = `${command.name}: ${word}`;
    figures.set(key, (figures.get(key) ?? 0) + 1);
  };
  await Promise.all(together.map(play));
  await world.idle();
  buryDead(world);
  return together.map(({ name }) => name).join(' with ');
}
