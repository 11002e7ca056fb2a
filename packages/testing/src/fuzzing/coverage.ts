import { type Profiler, Session } from 'node:inspector';

/** Which places of some sources have run, as V8 counts them. */
export interface Coverage {
  /** Places that ran since the last call, each with how often in powers of two, and never before; they count as seen. */
  takeNew(): number;
  /** The same, but they do not count as seen, so that they can be looked for again. */
  peekNew(): number;
  readonly placeCount: number;
}

const bucketOf = (count: number): number => (count < 4 ? count : 3 + Math.floor(Math.log2(count)));

/** Begins to count; sources that are to be counted have to be imported after it. */
export function startCoverage(sources: RegExp): Coverage {
  const session = new Session();
  session.connect();
  const post = (method: string, parameters?: object): unknown => {
    let answer: unknown;
    // Answers of the own thread come before the call returns.
    session.post(method, parameters, (error, result) => {
      if (error) throw error;
      answer = result;
    });
    return answer;
  };
  post('Profiler.enable');
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const seen = new Set<string>();

  const placesNow = (): string[] => {
    const { result } = post('Profiler.takePreciseCoverage') as Profiler.TakePreciseCoverageReturnType;
    return result
      .filter(({ url }) => sources.test(url))
      .flatMap(({ scriptId, functions }) =>
        functions.flatMap(({ ranges }) =>
          ranges.flatMap(({ startOffset, endOffset, count }) =>
            count > 0 ? [`${scriptId} ${startOffset} ${endOffset} ${bucketOf(count)}`] : [],
          ),
        ),
      );
  };

  return {
    takeNew() {
      const before = seen.size;
      for (const place of placesNow()) seen.add(place);
      return seen.size - before;
    },
    peekNew: () => placesNow().filter((place) => !seen.has(place)).length,
    get placeCount() {
      return seen.size;
    },
  };
}

export const noCoverage: Coverage = { takeNew: () => 0, peekNew: () => 0, placeCount: 0 };
