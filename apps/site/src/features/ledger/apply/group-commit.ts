import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@klieg/kernel';

/**
 * Why a write failed: another writer was in the way, the writer did not answer (whether it wrote is
 * unknown), or the batch itself cannot be written.
 */
export type Fault = 'conflict' | 'unreachable' | 'permanent';

const CONFLICT_RETRIES_MAX = 4;

/** Told after each batch that was written; ms is from the first try to the answer. */
export interface BatchObservation {
  readonly size: number;
  readonly ms: number;
}

export interface GroupCommitOptions<Item, Result> {
  /** Writes the items in one transaction, all or none; results in the same order. */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items that share a key never wait in, or run as, parts of batches at the same time. */
  readonly keysOf: (item: Item) => readonly string[];
  /**
   * What an item changes: a batch that runs beside another one has, where enough wait, only items that change nothing
   * of the other's, since it would wait for it. Items that share something keep their order.
   */
  readonly changesOf: (item: Item) => readonly number[];
  /** How much of a batch an item fills; at most countMax. */
  readonly weightOf: (item: Item) => number;
  readonly faultOf: (error: unknown) => Fault;
  readonly countMax: number;
  /** Items that may wait; more are turned away. */
  readonly queueMax: number;
  /** Batches at once: while one is being written to disk the next is decided. */
  readonly parallelMax: number;
  /** Pauses before each further try while the writer is unreachable. */
  readonly retryDelaysMs: readonly number[];
  readonly onBatch?: ((observation: BatchObservation) => void) | undefined;
}

export interface GroupCommit<Item, Result> {
  /** @throws AppError common.unavailable when too many wait or the writer stays out of reach */
  submit(item: Item): Promise<Result>;
  /** Resolves when nothing waits or runs. */
  idle(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly keys: readonly string[];
  readonly changes: readonly number[];
  readonly weight: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** So far back in the queue, in batches, one that can run beside another is looked for. */
const LOOK_BATCHES = 4;
/** A batch that can run beside another has at least this part of what the next in order would have. */
const BESIDE_PART = 0.5;

/**
 * Collects what is submitted while the writer is busy into the next batch; no item waits for a timer. A batch that
 * cannot be written is halved until only the faulty item remains.
 */
export function makeGroupCommit<Item, Result>(
  options: GroupCommitOptions<Item, Result>,
): GroupCommit<Item, Result> {
  const {
    write,
    keysOf,
    changesOf,
    weightOf,
    faultOf,
    countMax,
    queueMax,
    parallelMax,
    retryDelaysMs,
    onBatch,
  } = options;
  type Entry = Waiting<Item, Result>;
  let queue: Entry[] = [];
  let running = 0;
  let isScheduled = false;
  const keysRunning = new Set<string>();
  /** How many running items change each. */
  const changesRunning = new Map<number, number>();
  let whenIdle: (() => void)[] = [];

  const isKeyRunning = (key: string): boolean => keysRunning.has(key);
  const weigh = (batch: readonly Entry[]): number => batch.reduce((sum, { weight }) => sum + weight, 0);

  /** The longest head of the queue that fits and shares no key; order is kept. */
  function findHead(): Entry[] {
    const taken = new Set<string>();
    let weight = 0;
    let count = 0;
    for (const { keys, weight: more } of queue) {
      if (weight + more > countMax || keys.some((key) => isKeyRunning(key) || taken.has(key))) break;
      for (const key of keys) taken.add(key);
      weight += more;
      count += 1;
    }
    return queue.slice(0, count);
  }

  /** What changes nothing that a running batch or somebody before it in the queue changes. */
  function findBeside(): Entry[] {
    const taken = new Set<string>();
    const left = new Set<number>();
    const batch: Entry[] = [];
    let weight = 0;
    for (const entry of queue.slice(0, LOOK_BATCHES * countMax)) {
      const { keys, changes } = entry;
      if (weight + entry.weight > countMax) break;
      const mustWait =
        keys.some((key) => isKeyRunning(key) || taken.has(key)) ||
        changes.some((one) => changesRunning.has(one) || left.has(one));
      // What waits is taken as well: another with its key or its change does not overtake it.
      for (const key of keys) taken.add(key);
      if (mustWait) for (const one of changes) left.add(one);
      else {
        batch.push(entry);
        weight += entry.weight;
      }
    }
    return batch;
  }

  function takeBatch(): Entry[] {
    const head = findHead();
    if (running === 0) {
      queue = queue.slice(head.length);
      return head;
    }
    const beside = findBeside();
    if (beside.length === 0 || weigh(beside) < weigh(head) * BESIDE_PART) {
      queue = queue.slice(head.length);
      return head;
    }
    const taken = new Set(beside);
    queue = queue.filter((entry) => !taken.has(entry));
    return beside;
  }

  function begin(batch: readonly Entry[]): void {
    running += 1;
    for (const { keys, changes } of batch) {
      for (const key of keys) keysRunning.add(key);
      for (const one of changes) changesRunning.set(one, (changesRunning.get(one) ?? 0) + 1);
    }
  }

  function end(batch: readonly Entry[]): void {
    running -= 1;
    for (const { keys, changes } of batch) {
      for (const key of keys) keysRunning.delete(key);
      for (const one of changes) {
        const others = changesRunning.get(one)! - 1;
        if (others > 0) changesRunning.set(one, others);
        else changesRunning.delete(one);
      }
    }
  }

  function pump(): void {
    isScheduled = false;
    while (running < parallelMax && queue.length > 0) {
      const batch = takeBatch();
      if (batch.length === 0) break;
      begin(batch);
      void settle(batch).finally(() => {
        end(batch);
        pump();
      });
    }
    if (running === 0 && queue.length === 0) {
      for (const wake of whenIdle) wake();
      whenIdle = [];
    }
  }

  async function settle(batch: readonly Entry[]): Promise<void> {
    const startedAt = performance.now();
    let results: readonly Result[];
    try {
      results = await writeWithRetry(batch.map((entry) => entry.item));
    } catch (error) {
      return settleFailed(batch, error);
    }
    onBatch?.({
      size: batch.reduce((sum, entry) => sum + entry.weight, 0),
      ms: performance.now() - startedAt,
    });
    batch.forEach((entry, index) => entry.resolve(results[index]!));
  }

  async function settleFailed(batch: readonly Entry[], error: unknown): Promise<void> {
    if (faultOf(error) === 'unreachable') {
      const fault = unavailable('the database does not answer', error);
      for (const entry of batch) entry.reject(fault);
    } else if (batch.length === 1) {
      batch[0]?.reject(error);
    } else {
      const half = batch.length >> 1;
      await settle(batch.slice(0, half));
      await settle(batch.slice(half));
    }
  }

  async function writeWithRetry(items: readonly Item[]): Promise<readonly Result[]> {
    let conflicts = 0;
    let outages = 0;
    for (;;) {
      try {
        return await write(items);
      } catch (error) {
        const fault = faultOf(error);
        if (fault === 'conflict' && conflicts < CONFLICT_RETRIES_MAX) {
          conflicts += 1;
          await delay(conflicts * 5);
        } else if (fault === 'unreachable' && outages < retryDelaysMs.length) {
          await delay(retryDelaysMs[outages]);
          outages += 1;
        } else throw error;
      }
    }
  }

  function submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (queue.length >= queueMax) return reject(unavailable('too many transfers wait'));
      const keys = [...new Set(keysOf(item))];
      queue.push({ item, keys, changes: changesOf(item), weight: weightOf(item), resolve, reject });
      if (isScheduled || running >= parallelMax) return;
      // What else is submitted in this turn of the event loop comes along.
      isScheduled = true;
      setImmediate(pump);
    });
  }

  const idle = (): Promise<void> =>
    running === 0 && queue.length === 0
      ? Promise.resolve()
      : new Promise((resolve) => whenIdle.push(resolve));

  return { submit, idle };
}

const unavailable = (internal: string, cause?: unknown): AppError =>
  new AppError('common.unavailable', { internal, cause });
