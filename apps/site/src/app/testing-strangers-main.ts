import { makeVisitor, type Visitor } from '@klieg/testing';
import { readInbound } from '../platform/sockets/index.ts';
import { makeChance, rawTextOf } from './testing-fuzz.ts';
import { openRawSocket } from './testing-raw-socket.ts';
import { enter, fromPages, makeInputs, makeJudge, makeSeeds } from './testing-strangers.ts';

/*
 * Strangers of many addresses, in a process of their own, so that what bystanders measure is the site. Argument
 * 1 is the site; says `ready`, then takes a number of frames and answers Attacked when they were sent.
 */

export interface Attacked {
  readonly sent: number;
  /** Codes of the site's close frames, and how often each came. */
  readonly closes: readonly (readonly [number, number])[];
  readonly faults: readonly string[];
}

const SEED = 20_261;
const AT_ONCE = 4;
const FRAMES = 300;
const ROOM = 'anna';
const NAMES = [ROOM, 'bea', 'mallory'];

const siteUrl = process.argv[2] ?? '';
let addresses = 0;
const nextAddress = () => {
  addresses += 1;
  return `11.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

const mallory = makeVisitor(siteUrl, { address: nextAddress() });
await mallory.arrive();
await mallory.call('register', {
  body: {
    username: 'mallory',
    email: 'mallory@example.org',
    password: 'correct horse battery',
    birth_date: '1990-05-01',
    gender: 'f',
    type: 'other',
    terms_accepted: true,
    age_confirmed: true,
  },
});

let sent = 0;
let closes = new Map<number, number>();
let faults: string[] = [];

async function attack(who: Visitor | undefined, seed: number, until: number): Promise<void> {
  const chance = makeChance(seed);
  const seeds = makeSeeds(chance, NAMES);
  const polite = fromPages.flatMap(([name]) => makeInputs(name, 40, chance, NAMES));
  while (sent < until) {
    const address = nextAddress();
    const visitor = who ?? makeVisitor(siteUrl, address === undefined ? {} : { address });
    if (!who) await visitor.arrive();
    const kind = chance.pick(['lobby', 'room'] as const);
    const ws = `${siteUrl.replace(/^http/, 'ws')}/ws/${kind}`;
    // One in five never says who they are.
    const socket =
      chance.below(5) === 0
        ? await openRawSocket(ws, { origin: siteUrl, 'x-forwarded-for': address })
        : await enter(visitor, kind, ROOM, address);
    socket.onText = makeJudge(1, (fault) => faults.push(fault));
    // More than any limit lets through, so that the site ends it.
    const isPolite = chance.below(2) === 0;
    const fits = (text: string) => readInbound(text, kind).kind === 'message' && !text.startsWith('[0,');
    const pool = isPolite ? polite.filter(fits) : seeds;
    const frames = Array.from({ length: FRAMES }, () =>
      isPolite ? chance.pick(pool) : rawTextOf(chance.pick(pool), chance),
    );
    sent += frames.length;
    socket.write(frames);
    await socket.waitFor(() => false);
    closes.set(socket.closeCode!, (closes.get(socket.closeCode!) ?? 0) + 1);
    socket.end();
  }
}

let round = 0;
process.on('message', (frames: number) => {
  sent = 0;
  closes = new Map();
  faults = [];
  round += 1;
  const all = Array.from({ length: AT_ONCE }, (_, at) =>
    attack(at === 2 ? mallory : undefined, SEED + round * AT_ONCE + at, frames),
  );
  void Promise.all(all).then(() =>
    process.send?.({ sent, closes: [...closes], faults: faults.slice(0, 20) } satisfies Attacked),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
