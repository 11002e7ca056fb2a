/*
 * Checks draws of the wheels from what the site has published (rule S12), without asking the site anything:
 *
 *   node scripts/check-draw.ts draws.json
 *
 * The file holds one draw or a list of them, as GET /api/v1/promo-wheel/draws answers (its `items`). It ends with 0
 * where every opened draw fits, with 1 where one does not.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { commitOf, drawSlot } from '@klieg/kernel';

/** A draw as it is published. */
export interface PublishedDraw {
  readonly instance: string;
  readonly n: number;
  readonly client_seed: string;
  readonly commit: string;
  readonly seed: string | null;
  readonly weights: readonly number[];
  readonly prizes: readonly number[];
  readonly slot: number;
  readonly tokens: number;
}

/** What is wrong with a draw; nothing where it fits, or its seed is not opened yet. */
export async function faultsOfDraw(draw: PublishedDraw): Promise<readonly string[]> {
  if (draw.seed === null) return [];
  const seed = Buffer.from(draw.seed, 'hex');
  const { instance, n, client_seed: clientSeed, weights, prizes } = draw;
  const { slot } = await drawSlot({ seed, instance, n, clientSeed, weights });
  return [
    ...((await commitOf(seed)) === draw.commit ? [] : ['the seed does not fit the lock']),
    ...(slot === draw.slot ? [] : [`it gives slot ${slot}, not ${draw.slot}`]),
    ...(prizes[draw.slot] === draw.tokens ? [] : ['the prize is not that of its slot']),
  ];
}

async function main(file: string | undefined): Promise<number> {
  if (file === undefined) {
    process.stderr.write('usage: node scripts/check-draw.ts draws.json\n');
    return 2;
  }
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const list = Array.isArray(read) ? read : ((read as { readonly items?: unknown[] }).items ?? [read]);
  let isRight = true;
  for (const draw of list as readonly PublishedDraw[]) {
    const faults = await faultsOfDraw(draw);
    isRight &&= faults.length === 0;
    const verdict = draw.seed === null ? 'not opened yet' : faults.join('; ') || 'it matches';
    process.stdout.write(`${draw.instance} ${draw.n}: ${verdict}\n`);
  }
  return isRight ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await main(process.argv[2]);
