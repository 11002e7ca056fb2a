import type { IncomingMessage } from 'node:http';
import type { Bus } from '@klieg/contract/bus';
import type { Clock, Log } from '@klieg/kernel';
import type { BillerHosts } from '../features/billing/index.ts';
import type { PageRenderer } from '../features/pages/index.ts';
import type { Metrics } from '../platform/metrics/index.ts';
import type { Database } from '../platform/postgres/index.ts';
import type { Config } from './config.ts';
import type { MediaProxy } from './media-proxy.ts';

/** What a site is made of; tests bring their own. */
export interface SiteParts {
  readonly config: Config;
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly media: MediaProxy;
  readonly isDemo: boolean;
  readonly version: string;
  /** Where the sandbox biller is, once it runs. */
  readonly sandbox:
    | { readonly publicUrl: string; readonly serverUrl: string; readonly secret: string }
    | undefined;
  /** Where billers answer in place of their published addresses, for tests that bring their own. */
  readonly billerHosts?: BillerHosts;
  readonly renderPage: PageRenderer;
  /** Folder of the built browser files; absent in development, where Vite serves them. */
  readonly assets: string | undefined;
  /** Hands a request to Vite in development. */
  readonly devMiddleware?: (request: IncomingMessage, response: unknown, next: () => void) => void;
  readonly checksAnswers: boolean;
}
