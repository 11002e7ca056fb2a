import { makeVisitor, type Visitor } from '@klieg/testing';
import { openDatabase } from '../apps/site/src/platform/postgres/index.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { withSite } from './chat/with-site.ts';

/*
 * Whether somebody can learn from the site who has an account by their e-mail address: logging in, asking for a new
 * password and joining, each a thousand times with an address that is known and a thousand times with one that is
 * not, in turns. Status and length of the answers have to be the same, and the medians of their times nearly so. The
 * reference is how far the medians of two halves of the same kind are apart, which is the noise of the machine.
 */

const PAIRS = 1_000;
/** What a median may tell, in milliseconds. */
const MOST_MS = 5;
const PASSWORD = 'a long enough phrase';
const KNOWN = 'known@example.org';

type Kind = 'login' | 'forgot' | 'register';
const KINDS: readonly Kind[] = ['login', 'forgot', 'register'];

interface Answered {
  readonly status: number;
  readonly length: number;
  readonly ms: number;
}

let count = 0;

/** Everybody comes from an address of their own, since tries are counted by it. */
const arriveFromAfar = async (url: string): Promise<Visitor> => {
  count += 1;
  const visitor = makeVisitor(url, {
    address: `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
  });
  await visitor.arrive();
  return visitor;
};

function bodyOf(kind: Kind, email: string): { readonly path: string; readonly body: object } {
  if (kind === 'login') return { path: '/auth/login', body: { login: email, password: 'guessed password' } };
  if (kind === 'forgot') return { path: '/auth/forgot', body: { login: email } };
  const body = {
    username: `n${String(count).padStart(8, '0')}`,
    email,
    password: PASSWORD,
    birth_date: '1990-05-01',
    gender: 'f',
    type: 'other',
    terms_accepted: true,
    age_confirmed: true,
  };
  return { path: '/auth/register', body };
}

async function ask(url: string, kind: Kind, email: string): Promise<Answered> {
  const visitor = await arriveFromAfar(url);
  const { path, body } = bodyOf(kind, email);
  const startedAt = performance.now();
  const answer = await visitor.fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': visitor.csrf },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const ms = performance.now() - startedAt;
  // What stands for one person alone is as long for each: a number of the account, which grows, is not.
  return { status: answer.status, length: text.replace(/"id":\d+/u, '"id":0').length, ms };
}

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** Asks in turns, and says by how much the medians differ. @throws Error where an answer tells the two apart */
async function compare(url: string, kind: Kind, forget: () => Promise<void>) {
  const [known, unknown]: [number[], number[]] = [[], []];
  const seen = new Set<string>();
  for (let pair = 0; pair < PAIRS; pair++) {
    if (pair % 10 === 0) await forget();
    const stranger = `s${String(count).padStart(6, '0')}@example.org`.slice(-KNOWN.length);
    const asks = [
      async () => [known, await ask(url, kind, KNOWN)] as const,
      async () => [unknown, await ask(url, kind, stranger)] as const,
    ];
    for (const one of pair % 2 === 0 ? asks : asks.toReversed()) {
      const [times, { status, length, ms }] = await one();
      times.push(ms);
      seen.add(`${status} ${length}`);
    }
  }
  if (seen.size !== 1) throw new Error(`${kind}: answers differ: ${[...seen].join(', ')}`);
  const halves = [0, 1].map((half) => medianOf(unknown.filter((_, at) => at % 2 === half)));
  return {
    medianMs: medianOf(unknown),
    differenceMs: Math.abs(medianOf(known) - medianOf(unknown)),
    noiseMs: Math.abs(halves[0]! - halves[1]!),
  };
}

const enumeration: Benchmark = {
  name: 'enumeration',
  goal: 1,
  run: () =>
    withSite(
      { rooms: 1, viewers: 1, linesPerSecond: 0, writers: 0 },
      async ({ port }, _server, connection) => {
        const url = `http://127.0.0.1:${port}`;
        const database = openDatabase(connection);
        // Limits are another matter; each pair of addresses would meet them otherwise.
        const forget = async () => void (await database.pool.query('delete from rate_buckets'));
        try {
          const first = await ask(url, 'register', KNOWN);
          if (first.status !== 200) throw new Error(`nobody could join: ${first.status}`);
          await database.pool.query('update accounts set email_confirmed = true where email = $1', [KNOWN]);
          const result: BenchmarkResult & {
            figures: Record<string, number>;
            reference: Record<string, number>;
          } = {
            figures: { pairs: PAIRS },
            reference: {},
          };
          let worst = 0;
          for (const kind of KINDS) {
            const { medianMs, differenceMs, noiseMs } = await compare(url, kind, forget);
            result.figures[`${kind}MedianMs`] = medianMs;
            result.figures[`${kind}DifferenceMs`] = differenceMs;
            result.reference[`${kind}NoiseMs`] = noiseMs;
            worst = Math.max(worst, differenceMs);
          }
          return { ...result, ratio: MOST_MS / worst };
        } finally {
          await database.close();
        }
      },
      { TRUSTED_HOPS: '1' },
    ),
};

export const benchmarks: readonly Benchmark[] = [enumeration];
