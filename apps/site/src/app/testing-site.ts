import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { Bus } from '@klieg/contract/bus';
import { type Clock, type Log, silentLog, systemClock } from '@klieg/kernel';
import { makeSandboxBiller } from '@klieg/sandbox';
import { freePort, makeVisitor, type Visitor, type VisitorFrom } from '@klieg/testing';
import { atEnd } from '../platform/testing-at-end.ts';
import type { PageRenderer } from '../features/pages/index.ts';
import { makeMemoryBus } from '../platform/bus/index.ts';
import { makeMetrics } from '../platform/metrics/index.ts';
import type { Database } from '../platform/postgres/index.ts';
import { useTestDatabase } from '../platform/postgres/testing.ts';
import { cookieNames } from '../features/sessions/index.ts';
import { composeSite, type Site } from './compose-site.ts';
import { deriveSecret, readStartConfig } from './config.ts';
import { makeMediaProxy } from './media-proxy.ts';
import { type JoinOptions, makeMembers, type Member } from './testing-members-store.ts';

export { type JoinOptions, type Member, TEST_PASSWORD } from './testing-members-store.ts';

/** A site with a database of its own on a free port of loopback; ended after the test file. */
export interface TestSite {
  readonly site: Site;
  readonly url: string;
  readonly database: Database;
  /** For what only the owner of the tables may do. */
  readonly owner: Database;
  readonly bus: Bus;
  readonly sandboxUrl: string;
  readonly sandboxSecret: string;
  /** A new visitor with a guest cookie. */
  visit(from?: VisitorFrom): Promise<Visitor>;
  /** A new account, logged in. */
  join(options?: JoinOptions): Promise<Member>;
}

/** Environment of a site that believes what a proxy on this machine says of a visitor. */
export const BEHIND_PROXY = {
  TRUSTED_HOPS: '1',
  COUNTRY_HEADER: 'X-Country',
  REGION_HEADER: 'X-Region',
} as const;

const pickConfig = async (env: Readonly<Record<string, string>> | undefined) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'klieg-site-'));
  const port = await freePort();
  const config = readStartConfig({ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, ...env });
  return { config, dataDir, port };
};

const startSandbox = async (secret: Parameters<typeof deriveSecret>[0]) => {
  const sandboxSecret = Buffer.from(deriveSecret(secret, 'sandbox')).toString('hex');
  const sandbox = makeSandboxBiller({ secret: sandboxSecret, log: silentLog });
  await sandbox.listen({ host: '127.0.0.1', port: 0 });
  const { port } = sandbox.server.address() as AddressInfo;
  return { sandbox, sandboxSecret, sandboxUrl: `http://127.0.0.1:${port}` };
};

/** Call it with `await`, at the top of a file or inside a test: it ends with whichever has begun it. */
export async function useTestSite(
  options: {
    readonly clock?: Clock;
    readonly log?: Log;
    readonly env?: Record<string, string>;
    readonly isGenerous?: boolean;
    /** In place of the pages; absent: every page fails. */
    readonly renderPage?: PageRenderer;
    /** Where media answers; absent: nowhere. */
    readonly mediaUrl?: string;
    /** False: the sandbox with its twins of vendors is not there. */
    readonly hasSandbox?: boolean;
  } = {},
): Promise<TestSite> {
  const { database, owner } = await useTestDatabase();
  const { config, dataDir, port } = await pickConfig(options.env);
  const bus = makeMemoryBus(silentLog);
  const { sandbox, sandboxUrl, sandboxSecret } = await startSandbox(config.secret);
  const site = await composeSite({
    config,
    database,
    bus,
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    metrics: makeMetrics(),
    media: makeMediaProxy(
      options.mediaUrl ? [options.mediaUrl] : [],
      'rtmp://localhost:1935/live',
      'localhost',
    ),
    isDemo: options.isGenerous ?? true,
    version: '0.0.0-test',
    sandbox:
      options.hasSandbox === false
        ? undefined
        : { publicUrl: sandboxUrl, serverUrl: sandboxUrl, secret: sandboxSecret },
    renderPage: options.renderPage ?? (() => Promise.reject(new Error('this site has no pages'))),
    assets: undefined,
    checksAnswers: true,
  });
  await site.app.listen({ port, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}`;

  atEnd(async () => {
    await site.close();
    await sandbox.close();
    await bus.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const visit = async (from?: VisitorFrom) => {
    const visitor = makeVisitor(url, from);
    await visitor.arrive();
    return visitor;
  };

  const members = makeMembers({
    database,
    site,
    cookie: cookieNames(config.isSecure).session,
    visit,
    strangerFrom: (from) => makeVisitor(url, from),
  });

  return {
    site,
    url,
    database,
    owner,
    bus,
    sandboxUrl,
    sandboxSecret,
    visit,
    join: members.join,
  };
}

/** The code that a call was refused with; fails when it was not refused. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  return 'not refused';
}
