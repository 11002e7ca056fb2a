import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { UserRole } from '@klieg/contract';
import type { Bus } from '@klieg/contract/bus';
import { type Clock, type Log, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
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
import { formOf, makeMembers, TEST_PASSWORD } from './testing-members-store.ts';

export { TEST_PASSWORD } from './testing-members-store.ts';

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

export interface JoinOptions {
  readonly username?: string;
  readonly type?: 'model' | 'other';
  readonly isApproved?: boolean;
  readonly tokens?: number;
  readonly roles?: readonly UserRole[];
  readonly isTest?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly country?: string;
  /** With all that follows from the form: mails, terms, the first spin. Absent: straight into the database, which is quicker. */
  readonly byForm?: boolean;
  /** As whom the proxy of `BEHIND_PROXY` announces them. */
  readonly from?: VisitorFrom;
}

/** Environment of a site that believes what a proxy on this machine says of a visitor. */
export const BEHIND_PROXY = {
  TRUSTED_HOPS: '1',
  COUNTRY_HEADER: 'X-Country',
  REGION_HEADER: 'X-Region',
} as const;

export interface Member extends Visitor {
  readonly id: number;
  readonly username: string;
  readonly password: string;
}

let count = 0;

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
  const dataDir = mkdtempSync(join(tmpdir(), 'klieg-site-'));
  const port = await freePort();
  const config = readStartConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ...options.env,
  });
  const bus = makeMemoryBus(silentLog);
  const sandboxSecret = Buffer.from(deriveSecret(config.secret, 'sandbox')).toString('hex');
  const sandbox = makeSandboxBiller({ secret: sandboxSecret, log: silentLog });
  await sandbox.listen({ host: '127.0.0.1', port: 0 });
  const sandboxUrl = `http://127.0.0.1:${(sandbox.server.address() as AddressInfo).port}`;
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

  const members = makeMembers({
    database,
    cookie: cookieNames(config.isSecure).session,
    csrfOf: site.csrfOf,
  });
  const visit = async (from?: VisitorFrom) => {
    const visitor = makeVisitor(url, from);
    await visitor.arrive();
    return visitor;
  };

  return {
    site,
    url,
    database,
    owner,
    bus,
    sandboxUrl,
    sandboxSecret,
    visit,
    async join(given = {}) {
      count += 1;
      const username = given.username ?? `person_${count}`;
      const type = given.type ?? 'other';
      const visitor = given.byForm ? await visit(given.from) : makeVisitor(url, given.from);
      const id = given.byForm
        ? (await visitor.call('register', { body: formOf({ username, type }) })).user.id
        : await members.enter(visitor, { username, type, from: given.from });
      await members.give(id, {
        complianceStatus: type === 'model' && given.isApproved !== false ? 'approved' : 'none',
        roles: given.roles ?? [],
        isTest: given.isTest ?? false,
        country: given.country ?? null,
        settings: given.settings ?? {},
      });
      if (given.tokens)
        await site.ledger.credit({
          id: uuidv7(),
          kind: 'promotion',
          source: 'promotions',
          to: id as never,
          amountTokens: given.tokens,
        });
      if (given.type === 'model') await site.catalog.reload();
      return Object.assign(visitor, { id, username, password: TEST_PASSWORD });
    },
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
