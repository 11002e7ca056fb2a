import { spawnSync } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { silentLog } from '@klieg/kernel';
import { freePort } from '@klieg/testing';
import { isFullRun } from '@klieg/testing/run-length';
import { afterAll, describe, expect, test } from 'vitest';
import { DOCTOR_HEADER, DOCTOR_PATH, signDoctor } from '../../platform/operations/doctor-signature.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../../platform/postgres/index.ts';
import { deriveSecret } from '../config.ts';
import { BEHIND_PROXY, useTestSite } from '../testing-site.ts';
import { runDoctor } from './run-doctor.ts';
import {
  makeCertificate,
  startMailServer,
  startTextGateway,
  startTlsProxy,
  type TestServer,
} from './testing-doctor.ts';

const SECRET = 'cd'.repeat(32);
const { url } = await useTestSite({ isGenerous: false, env: { ...BEHIND_PROXY, SECRET } });
const folder = mkdtempSync(join(tmpdir(), 'klieg-doctor-'));
chmodSync(folder, 0o755);
const certificate = makeCertificate(folder);
const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  rmSync(folder, { recursive: true, force: true });
});
const kept = (server: TestServer): TestServer => {
  closers.push(() => server.stop());
  return server;
};

const plain = { ...BEHIND_PROXY, PORT: new URL(url).port, DATA_DIR: join(folder, 'site'), SECRET };
const env = { ...plain, PUBLIC_URL: url, DEMO: '0', RTMP_PORT: '0' };

/** What the doctor says of one check, as `state text`. */
async function saysOf(check: string, more: Record<string, string>, ca?: string): Promise<string> {
  const findings = await runDoctor({ ...env, ...more }, { ca });
  const found = findings.filter((finding) => finding.check === check);
  return found.map(({ state, text }) => `${state} ${text}`).join('\n') || 'nothing';
}

test('a configuration that the start refuses is told sentence by sentence, and nothing else is asked', async () => {
  const findings = await runDoctor({
    ...env,
    PUBLIC_URL: 'http://klieg.example',
    SUPPORT_EMAIL: 'help@klieg.example',
    TRUSTED_PROXIES: '0.0.0.0/0',
  });
  expect(findings.map(({ check, state }) => `${state} ${check}`)).toEqual([
    'fail configuration',
    'fail configuration',
  ]);
  expect(findings.map(({ text }) => text).join()).toContain('unencrypted');
});

test('without the secret of the start nothing is asked, and none is made', async () => {
  const { SECRET: _secret, ...without } = env;
  const DATA_DIR = join(folder, 'mistyped');
  const findings = await runDoctor({ ...without, DATA_DIR });
  expect(findings.map(({ check, state }) => `${state} ${check}`)).toEqual(['fail configuration']);
  expect(findings[0]!.text).toContain(`no root secret in ${DATA_DIR}`);
  expect(existsSync(DATA_DIR)).toBe(false);
});

describe('through the public address', () => {
  const headersOf = (rewrite: (headers: IncomingHttpHeaders, address: string) => IncomingHttpHeaders) =>
    startTlsProxy(url, certificate, rewrite).then(kept);
  const publicUrlOf = ({ port }: TestServer) => ({ PUBLIC_URL: `https://localhost:${port}` });
  const replaces = (headers: IncomingHttpHeaders, address: string) => ({
    ...headers,
    'x-forwarded-for': address,
    'x-country': 'FR',
    'x-region': '',
  });

  test('a proxy that replaces what visitors send is fine, with its certificate and clock', async () => {
    const address = publicUrlOf(await headersOf(replaces));
    const findings = await runDoctor({ ...env, ...address }, { ca: certificate.cert });
    const told = findings.map(({ check, state, text }) => `${state} ${check}: ${text}`);
    expect(told).toContain('ok certificate: valid for 29 days');
    expect(told).toContain('ok public clock: agrees with this process');
    expect(told).toContainEqual(expect.stringMatching(/^ok public address/));
    expect(told).toContainEqual(expect.stringMatching(/^ok proxy: .*country FR/));
  });

  test('a certificate that nobody vouches for is a fail', async () => {
    const address = publicUrlOf(await headersOf(replaces));
    expect(await saysOf('public address', address)).toMatch(/^fail .*certificate/);
    expect(await saysOf('proxy', address)).toMatch(/^warn not checked/);
  });

  test('a proxy that believes visitors is a fail for address and place', async () => {
    const address = publicUrlOf(
      await headersOf((headers, peer) => ({ 'x-forwarded-for': peer, ...headers })),
    );
    expect(await saysOf('proxy address', address, certificate.cert)).toMatch(/^fail .*192\.0\.2\.77/);
    expect(await saysOf('proxy place', address, certificate.cert)).toMatch(/^fail .*AQ/);
  });

  test('a proxy that says no address is a fail, for all visitors are one', async () => {
    const address = publicUrlOf(
      await headersOf(({ 'x-forwarded-for': _dropped, 'x-country': _too, ...headers }) => headers),
    );
    expect(await saysOf('proxy address', address, certificate.cert)).toMatch(/^fail every visitor/);
  });

  test('another secret, another server and a site that does not run are told apart', async () => {
    expect(await saysOf('proxy', { SECRET: 'ef'.repeat(32) })).toMatch(/^fail .*404.*SECRET/);
    expect(await saysOf('public address', {})).toMatch(/^ok/);
    const port = String(await freePort());
    expect(await saysOf('public address', { PORT: port, PUBLIC_URL: `http://localhost:${port}` })).toMatch(
      /^warn not checked/,
    );
    const other = await startTlsProxy('http://127.0.0.1:9', certificate, replaces).then(kept);
    expect(await saysOf('public address', publicUrlOf(other), certificate.cert)).toMatch(/^fail .*502/);
  });

  test('the site tells how it sees somebody to a fresh signature alone', async () => {
    const key = deriveSecret(Buffer.from(SECRET, 'hex'), 'doctor');
    const statusOf = async (signature: string | undefined): Promise<number | undefined> => {
      const headers = signature === undefined ? {} : { [DOCTOR_HEADER]: signature };
      const request = requestHttp(new URL(DOCTOR_PATH, url), { headers, agent: false });
      request.end();
      const [response] = await once(request, 'response');
      response.resume();
      return response.statusCode;
    };
    expect(await statusOf(signDoctor(key, Date.now()))).toBe(200);
    const refused = [
      undefined,
      '',
      'x',
      signDoctor(key, Date.now() - 61_000),
      signDoctor(key, Date.now() + 120_000),
      signDoctor(Buffer.from(SECRET, 'hex'), Date.now()),
      signDoctor(key, Date.now()).replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    ];
    for (const signature of refused) expect(await statusOf(signature)).toBe(404);
  });
});

describe('the database', () => {
  test('that is not there yet is no fault, and none is made', async () => {
    expect(await saysOf('database', {})).toBe('ok none yet; the first start makes it');
    expect(existsSync(join(env.DATA_DIR, 'cluster'))).toBe(false);
  });

  test.runIf(isFullRun)(
    'that runs is asked where it is, and one that is stopped is stopped afterwards',
    async () => {
      const dataDir = join(folder, 'embedded');
      const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
      closers.push(() => server.stop());
      const { connection, owner } = server;
      expect(findEmbeddedPostgres(dataDir)).toEqual({ state: 'running', connection, owner });
      expect(await saysOf('database', { DATA_DIR: dataDir })).toBe('ok PostgreSQL 18.4 answers');
      expect(await saysOf('database clock', { DATA_DIR: dataDir })).toMatch(/^ok/);
      expect(findEmbeddedPostgres(dataDir).state).toBe('running');
      await server.stop();
      expect(await saysOf('durability', { DATA_DIR: dataDir })).toMatch(/^ok/);
      expect(findEmbeddedPostgres(dataDir)).toEqual({ state: 'stopped' });
    },
  );

  test.runIf(isFullRun)('that may lose payments is a fail, and so is one that is not there', async () => {
    const settings = { fsync: 'off', full_page_writes: 'off' };
    const dataDir = join(folder, 'unsafe');
    const server = await startEmbeddedPostgres({ dataDir, log: silentLog, settings });
    closers.push(() => server.stop());
    const { host, user, password, database } = server.owner;
    const DATABASE_URL = `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}`;
    expect(await saysOf('durability', { DATABASE_URL })).toMatch(/^fail fsync, full_page_writes off/);
    // Its owner runs a site that needs no more than rows.
    expect(await saysOf('database role', { DATABASE_URL })).toMatch(/^warn klieg may.*DATABASE_OWNER_URL/);
    const DATABASE_OWNER_URL = DATABASE_URL;
    const own = server.connection;
    const site = DATABASE_URL.replace(`${user}:${password}`, `${own.user}:${own.password}`);
    expect(await saysOf('database role', { DATABASE_URL: site, DATABASE_OWNER_URL })).toMatch(/^ok/);
    expect(await saysOf('configuration', { DATABASE_OWNER_URL })).toMatch(/^fail .*DATABASE_URL/);
    const nowhere = `postgres://klieg@127.0.0.1:${await freePort()}/klieg`;
    expect(await saysOf('database', { DATABASE_URL: nowhere })).toMatch(/^fail not reachable/);
  });
});

test('storage is written, read and left empty; a place that cannot be written is a fail', async () => {
  const files = join(folder, 'files');
  expect(await saysOf('storage', { BLOB_URL: pathToFileURL(files).href })).toMatch(/^ok/);
  expect(readdirSync(files, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())).toEqual(
    [],
  );
  writeFileSync(join(folder, 'file'), '');
  const closed = pathToFileURL(join(folder, 'file', 'below')).href;
  expect(await saysOf('storage', { BLOB_URL: closed })).toMatch(/^fail/);
});

test('mail is ok with the right password; a wrong one and a missing server are fails', async () => {
  const { port } = await startMailServer('right').then(kept);
  const mailOf = (password: string, at = port) =>
    saysOf('mail', { MAIL_URL: `smtp://klieg:${password}@127.0.0.1:${at}` });
  expect(await mailOf('right')).toMatch(/^ok/);
  expect(await mailOf('wrong')).toMatch(/^fail .*535/);
  expect(await mailOf('right', await freePort())).toMatch(/^fail/);
  expect(await saysOf('mail', {})).toMatch(/^warn MAIL_URL is missing/);
});

test('text messages are ok with the right token; a wrong one, a gateway that is away and half a setting are fails', async () => {
  const { port } = await startTextGateway('right').then(kept);
  const smsOf = (SMS_TOKEN: string, at = port) =>
    saysOf('sms', { SMS_URL: `http://127.0.0.1:${at}/messages`, SMS_TOKEN, SMS_FROM: 'Klieg' });
  expect(await smsOf('right')).toMatch(/^ok/);
  expect(await smsOf('wrong')).toMatch(/^fail .*401.*SMS_TOKEN/);
  expect(await smsOf('right', await freePort())).toMatch(/^fail .*SMS_URL/);
  expect(await saysOf('sms', {})).toMatch(/^warn SMS_URL is missing/);
  expect(await saysOf('configuration', { SMS_FROM: 'Klieg' })).toMatch(/^fail SMS_URL and SMS_TOKEN must/);
});

test('of the port of media it says what it knows, and that a firewall was not asked', async () => {
  const held: Socket = createSocket('udp4').bind(0, '0.0.0.0');
  await once(held, 'listening');
  const ICE_PORT = String(held.address().port);
  expect(await saysOf('media UDP', { ICE_PORT })).toMatch(/^warn .*is held.*not checked$/);
  held.on('message', (request, from) => {
    const answer = Buffer.concat([Buffer.from('01010000', 'hex'), request.subarray(4, 20)]);
    held.send(answer, from.port, from.address);
  });
  expect(await saysOf('media UDP', { ICE_PORT })).toMatch(/^ok .*answers STUN.*not checked$/);
  await new Promise<void>((resolve) => void held.close(resolve));
  expect(await saysOf('media UDP', { ICE_PORT })).toMatch(/^warn nothing holds/);
  expect(await saysOf('media UDP', {})).toMatch(/^warn any port/);
  expect(await saysOf('media UDP', { ROLES: 'site,jobs' })).toMatch(/^ok media runs elsewhere/);
});

test('of the port of encoders it says who holds it, and how it is mended', async () => {
  const holder = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.write(Buffer.from([answer])));
  }).listen(0, '127.0.0.1');
  let answer = 0x48;
  await once(holder, 'listening');
  const RTMP_PORT = String((holder.address() as AddressInfo).port);
  expect(await saysOf('media RTMP', { RTMP_PORT })).toMatch(/^fail .*another program.*RTMP_PORT/);
  answer = 3;
  expect(await saysOf('media RTMP', { RTMP_PORT })).toMatch(/^ok .*answers RTMP/);
  await new Promise((resolve) => holder.close(resolve));
  expect(await saysOf('media RTMP', { RTMP_PORT })).toMatch(/^warn nothing holds/);
  expect(await saysOf('media RTMP', {})).toMatch(/^ok RTMP_PORT=0/);
  expect(await saysOf('media RTMP', { RTMP_PORT, ROLES: 'site,jobs' })).toMatch(/^ok media runs elsewhere/);
});

test.runIf(isFullRun)('the command prints a line for each check and ends with 1 only with a fail', () => {
  const program = fileURLToPath(new URL('./doctor-main.ts', import.meta.url));
  const run = (more: Record<string, string>) =>
    spawnSync(process.execPath, [program], { env: { ...env, ...more }, encoding: 'utf8' });
  const bad = run({ PORT: 'x' });
  expect(bad).toMatchObject({ status: 1, stdout: 'fail configuration   PORT must be a port number\n' });
  const good = run({ PORT: '1', PUBLIC_URL: 'http://localhost:1' });
  expect(good.stdout.split('\n')[0]).toBe('ok   configuration   the start takes it');
  expect(good).toMatchObject({ status: 0, stderr: '' });
});
