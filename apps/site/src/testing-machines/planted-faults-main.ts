// Run by planted-faults.long.test.ts: loads the machines once for each fault that is named by its place, with the fault in
// them, plays random runs until one finds it, and writes a line for each.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as Play from './play.ts';
import { plantedFaults } from './planted-faults.ts';

/** What became of a fault; without a seed nobody has found it. */
export interface FaultFound {
  readonly name: string;
  readonly seed: number | null;
  readonly violation: string | null;
}

const [places = '', runs = '1', commands = '50'] = process.argv.slice(2);
const features = new URL('../features/', import.meta.url).href;
const source = new URL('../', import.meta.url).href;
const placeIn = (url: string): string | null => new URL(url).searchParams.get('fault');

// Whatever a faulty module imports is its own copy, so that the faults do not meet.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const place = context.parentURL?.startsWith('file:') ? placeIn(context.parentURL) : null;
    const isOwn = place !== null && found.url.startsWith(source);
    return isOwn ? { ...found, url: `${found.url.split('?')[0]}?fault=${place}` } : found;
  },
  load(url, context, next) {
    const place = url.startsWith(source) ? placeIn(url) : null;
    if (place === null) return next(url, context);
    let text = readFileSync(fileURLToPath(url.split('?')[0]!), 'utf8');
    for (const { file, from, to } of plantedFaults[Number(place)]!.edits) {
      if (!url.startsWith(`${features}${file}?`)) continue;
      if (text.split(from).length !== 2) throw new Error(`${file} has not once: ${from}`);
      text = text.replace(from, () => to);
    }
    return { format: 'module-typescript', source: text, shortCircuit: true };
  },
});

async function find(place: number): Promise<FaultFound> {
  const { name } = plantedFaults[place]!;
  const { playRun } = (await import(`./play.ts?fault=${place}`)) as typeof Play;
  for (let seed = 1; seed <= Number(runs); seed++) {
    const { violations } = await playRun({ seed, commands: Number(commands), figures: new Map() });
    if (violations.length > 0) return { name, seed, violation: violations[0]! };
  }
  return { name, seed: null, violation: null };
}

// What a fault throws where nobody waits for it is what its run finds, too.
let thrown: unknown;
process.on('unhandledRejection', (error) => void (thrown ??= error));
for (const place of places.split(',')) {
  thrown = undefined;
  const found = await find(Number(place));
  const violation = found.violation ?? (thrown ? String(thrown) : null);
  process.stdout.write(
    `${JSON.stringify({ ...found, violation, seed: found.seed ?? (thrown ? 0 : null) })}\n`,
  );
}
