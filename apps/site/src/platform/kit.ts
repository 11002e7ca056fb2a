import type { Bus } from '@klieg/contract/bus';
import type { Clock, Log } from '@klieg/kernel';
import type { Notices, Outbox } from './events/index.ts';
import type { Metrics } from './metrics/index.ts';
import type { Database } from './postgres/index.ts';
import type { AccountFeed } from './sockets/index.ts';

/** What every feature may use of the platform. A feature names the parts it takes: `Pick<Kit, 'clock'>`. */
export interface Kit {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** News for display; may be lost. */
  readonly notices: Notices;
  /** Facts that must have their effects. */
  readonly outbox: Outbox;
  /** Events to every open page of one account, on any node. */
  readonly feed: AccountFeed;
  /** A key of its own for each purpose, the same on every node and after every start. */
  readonly secretOf: (purpose: string) => Uint8Array;
  /** For a promise that nobody waits for: its failure goes to the log with these words. */
  readonly logged: (what: string) => (error: unknown) => void;
}

/** Something that a feature does again and again while the site runs. */
export interface Chore {
  /** What the log says when it fails. */
  readonly failure: string;
  readonly everyMs: number;
  /** `one`: on nodes that run jobs; safe on several at once. `each`: on every node. */
  readonly on: 'one' | 'each';
  readonly run: () => Promise<unknown>;
}
