import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * What README.md and docs/scaling.md say of measurements is what bench/results holds: each row of a table names the
 * figures that it takes from its file. A measurement that is repeated fails here until the row says what came out.
 */

interface Result {
  readonly name: string;
  readonly figures: Readonly<Record<string, number>>;
  readonly reference: Readonly<Record<string, number | string>>;
  /** 0 where the file has none. */
  readonly ratio: number;
  readonly goal: number | Readonly<Record<string, number>>;
  readonly machine: string;
}
type Numbers = (result: Result) => readonly number[];
interface Row {
  readonly result: Numbers;
  /** Where the row says the goal in another way than the file. */
  readonly wanted?: Numbers;
}

const root = join(import.meta.dirname, '..');
const results = new Map(
  readdirSync(join(root, 'bench/results')).map((file) => {
    const text = readFileSync(join(root, 'bench/results', file), 'utf8');
    return [file.replace('.json', ''), { ratio: 0, ...(JSON.parse(text) as Partial<Result>) } as Result];
  }),
);

/**
 * As it is written; NaN, which no row holds, for a figure that the file has not. Half a digit goes up, also where the
 * computer's number is a little less than what it stands for.
 */
const round = (value: number | string | undefined, digits = 0): number =>
  Number((Number(value ?? NaN) * (1 + 1e-9)).toFixed(digits));
const ratio =
  (digits: number): Numbers =>
  (result) => [round(result.ratio, digits)];
const gigabits = (megabits: number | string | undefined, digits: number): number =>
  round(Number(megabits ?? NaN) / 1_000, digits);
/** The two figures by which most times are judged. */
const p50AndP95: Numbers = ({ figures: { p50, p95 } }) => [round(p50), round(p95)];
const frozenOf = (figures: Result['figures'] | Result['reference']): number =>
  round(
    Object.entries(figures)
      .filter(([name]) => name.endsWith('.frozenSecondsPerMinute'))
      .reduce((sum, [, seconds]) => sum + Number(seconds), 0),
    1,
  );
const lines: Numbers = ({ figures: ours, reference: theirs }) => [
  round(ours['p50'], 1),
  round(ours['p99'], 1),
  round(theirs['socketioP50'], 1),
  round(theirs['socketioP99'], 1),
  round(ours['cpuShare'], 2),
  round(theirs['socketioCpuShare'], 2),
];
const pages: Numbers = ({ figures, ratio: later }) => [
  round(figures['home_lcp_ms']),
  round(figures['browse_lcp_ms']),
  round(figures['room_lcp_ms']),
  round(later, 2),
];
const badLineIn: Row = {
  result: ({ figures, reference, ratio: moves }) => [
    round(moves, 2),
    round(figures['frozenPerMinute'], 1),
    round(reference['werift frozenPerMinute'], 1),
  ],
};

const README: Readonly<Record<string, Row>> = {
  'ledger-uniform': { result: ratio(1) },
  'ledger-hot': { result: ratio(1) },
  'ledger-floor': { result: ratio(2) },
  // Its p95 is the time of 99 of 100.
  'ledger-intervals': { result: p50AndP95 },
  'ledger-size': {
    result: ({ figures, ratio: faster }) => [
      round(figures['history_p99_ms'], 1),
      round(figures['feed_p99_ms'], 1),
      round(figures['recent_spend_p99_ms'], 1),
      round(figures['recent_reconcile_s'], 1),
      round(figures['whole_reconcile_s']),
      round(1 / faster, 2),
    ],
    wanted: () => [10, 30, 600, 1.2],
  },
  'fanout-single': { result: ratio(2) },
  'fanout-burst': { result: ratio(1) },
  codec: { result: ratio(1) },
  'ssr-cache': { result: ratio(0) },
  'video-ws': { result: ratio(2) },
  'video-whep': { result: ratio(1) },
  'edge-hls': { result: ratio(2) },
  'bad-lines': {
    result: ({ figures, reference, ratio: better }) => [
      round(better, 1),
      frozenOf(figures),
      frozenOf(reference),
      round(figures['fall.frozenSecondsPerMinute'], 1),
      round(reference['fall.frozenSecondsPerMinute'], 1),
      round(figures['fall.recoverySeconds'], 1),
      round(reference['fall.recoverySeconds'], 1),
    ],
  },
  'bad-lines-in-loss-2': badLineIn,
  'bad-lines-in-loss-5': badLineIn,
  'bad-lines-in-loss-10': badLineIn,
  'bad-lines-in-bursts': badLineIn,
  'bad-lines-in-narrow': badLineIn,
  'bad-lines-in-fall': badLineIn,
  'video-ladder': { result: ({ ratio: less }) => [round(1 / less, 2)], wanted: () => [1.2] },
  'origin-cpu': {
    result: ({ figures }) => [round(figures['coresPerStream'], 4)],
    wanted: ({ reference }) => [Number(reference['goalCores'])],
  },
  'dvr-log': {
    result: ({ figures }) => [round(figures['coresPerStream'], 4)],
    wanted: ({ reference }) => [Number(reference['goalCores'])],
  },
  'dvr-seek': {
    result: (result) => [
      ...p50AndP95(result),
      round(result.figures['seekP50']),
      round(result.figures['seekP95']),
    ],
  },
  'hls-offload': { result: ratio(0) },
  'latency-whep': { result: p50AndP95 },
  'latency-ws': { result: p50AndP95 },
  'latency-llhls': { result: p50AndP95 },
  'latency-llhls-nginx': { result: p50AndP95 },
  'chat-rooms': { result: lines },
  'chat-hall': { result: lines },
  'chat-storm': {
    result: ({ figures, reference, ratio: faster }) => [
      round(faster, 2),
      round(figures['backMs']),
      round(reference['socketioBackMs']),
      round(figures['cpuSeconds'], 2),
      round(reference['socketioCpuSeconds'], 2),
    ],
  },
  'chat-deaf': {
    result: ({ figures, reference }) => [
      round(figures['p50']),
      round(figures['lineP99Beside'], 1),
      round(reference['lineP99'], 1),
    ],
  },
  'chat-page': { result: ({ figures }) => [round(figures['inpMs'])] },
  'noisy-neighbour': { result: ratio(2), wanted: ({ goal }) => [round(goal as number, 2)] },
  enumeration: { result: ratio(1) },
  joining: { result: ratio(2) },
  discovery: {
    result: ({ figures, ratio: faster }) => [
      round(faster),
      round(figures['list_p99_ms'], 1),
      round(figures['filter_p99_ms'], 1),
      round(figures['suggest_p99_ms'], 1),
    ],
  },
  'page-4g': { result: pages },
  'page-phone': { result: pages },
  'page-presses': { result: p50AndP95 },
  'private-start': {
    result: (result) => [...p50AndP95(result), round(result.figures['requestP99'])],
  },
};

/** Rows of docs/scaling.md by how they begin, each with its file; what is calculated from them stands in the next section. */
const SCALING: Readonly<Record<string, readonly [file: string, said: Numbers]>> = {
  'origin, 2 Mbit/s passed through, no viewer': [
    'origin-cpu',
    ({ figures }) => [round(figures['coresPerStreamWithoutViewers'], 4)],
  ],
  'the same with one viewer by WebSocket': [
    'origin-cpu',
    ({ figures }) => [round(figures['coresPerStream'], 4)],
  ],
  'three renditions of 720p30': [
    'video-ladder',
    ({ figures }) => [round(figures['cpuSecondsPerVideoSecond'], 3)],
  ],
  'WebSocket fan-out': ['video-ws', ({ figures }) => [gigabits(figures['megabitsPerCpuSecond'], 1)]],
  'nginx serving the same bytes': [
    'video-ws',
    ({ reference }) => [gigabits(reference['nginxMegabitsPerCpuSecond'], 1)],
  ],
  'WHEP fan-out': ['video-whep', ({ figures }) => [gigabits(figures['megabitsPerCpuSecond'], 2)]],
  'LL-HLS answers of nginx': ['hls-offload', ratio(0)],
  'requests of one LL-HLS player': [
    'hls-offload',
    // A part and its playlist.
    ({ figures }) => [2 * round(figures['partsPerReaderAndSecond'], 1)],
  ],
  'media process that answers': ['hls-offload', ({ figures }) => [round(figures['originCores'], 3)]],
  'parts of 60 kB of LL-HLS': [
    'edge-hls',
    (result) => [gigabits(result.figures['megabitsPerCpuSecond'], 1), ...ratio(2)(result)],
  ],
};

/** Told in a sentence below the table. */
const WITHOUT_ROW: ReadonlySet<string> = new Set(['soak']);
/** Here the ratio says how much longer something takes. */
const LESS_IS_BETTER: ReadonlySet<string> = new Set(['page-4g', 'page-phone']);

/** The cells of each row of the tables in a text, without the lines that begin and end them. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
const numbersIn = (text = ''): number[] =>
  [...text.replaceAll(/(?<=\d),(?=\d{3})/g, '').matchAll(/\d+(?:\.\d+)?/g)].map(([found]) => Number(found));

function isMissed({ name, figures, ratio: reached, goal }: Result): boolean {
  if (typeof goal === 'number') return LESS_IS_BETTER.has(name) ? reached > goal : reached < goal;
  return Object.entries(goal).some(([figure, most]) => (figures[figure] ?? Infinity) > most);
}

const figures = readFileSync(join(root, 'README.md'), 'utf8').split('\n## Figures\n')[1]!;
const rows = new Map(rowsOf(figures).map(([name = '', ...cells]) => [name.replaceAll('`', ''), cells]));

test('README has a row for every result, and a result for every row', () => {
  const named = [...rows.keys()].filter((name) => !['', '---'].includes(name));
  expect(named.toSorted()).toEqual([...results.keys()].filter((name) => !WITHOUT_ROW.has(name)).toSorted());
  expect(named.toSorted()).toEqual(Object.keys(README).toSorted());
});

test.each(Object.entries(README))('README says of %s what its result says', (name, row) => {
  const result = results.get(name)!;
  const [, said, wanted, machine] = rows.get(name)!;
  const { goal } = result;
  const goals = row.wanted?.(result) ?? (typeof goal === 'number' ? [goal] : Object.values(goal));
  expect(numbersIn(said), `the result in the row of ${name}`).toEqual(
    expect.arrayContaining([...row.result(result)]),
  );
  expect(numbersIn(wanted), `what is wanted in the row of ${name}`).toEqual(
    expect.arrayContaining([...goals]),
  );
  expect(said!.includes('missed'), `whether the row of ${name} says that its goal is missed`).toBe(
    isMissed(result),
  );
  expect(result.machine).toMatch(/^2 cores .*, 24 GiB, Node 24\.21/);
  expect(machine).toBe(/EPYC|Xeon/.exec(result.machine)?.[0]);
});

test.each(Object.entries(SCALING))(
  'docs/scaling.md says of "%s" what was measured',
  (start, [file, said]) => {
    const text = readFileSync(join(root, 'docs/scaling.md'), 'utf8').split('\n## Measured\n')[1]!;
    const row = rowsOf(text).find(([what]) => what?.startsWith(start));
    expect(numbersIn(row?.[1]), `bench/results/${file}.json`).toEqual(
      expect.arrayContaining([...said(results.get(file)!)]),
    );
  },
);
