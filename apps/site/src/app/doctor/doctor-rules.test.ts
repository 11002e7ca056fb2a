import { expect, test } from 'vitest';
import { judgeCertificate } from './check-public-address.ts';
import { checkBiller } from './check-services.ts';
import { judgeClock } from './clock-rules.ts';
import { judgeDatabase } from './database-rules.ts';
import { exitCodeOf, fail, type Finding, formatFinding, ok, warn } from './finding.ts';
import { FORGED, judgeProxy } from './proxy-rules.ts';

const statesOf = (findings: readonly Finding[]) =>
  findings.map(({ check, state }) => `${state} ${check}`).join(', ');
const healthy = { versionNumber: 180_004, unsafeSettings: [], tooMighty: undefined, clockAheadMs: 3 };

test.each([
  [{}, 'ok database, ok durability, ok database role, ok database clock'],
  [{ versionNumber: 150_000 }, 'ok database, ok durability, ok database role, ok database clock'],
  [{ versionNumber: 140_019 }, 'fail database, ok durability, ok database role, ok database clock'],
  [{ unsafeSettings: ['fsync'] }, 'ok database, fail durability, ok database role, ok database clock'],
  [{ tooMighty: 'klieg' }, 'ok database, ok durability, warn database role, ok database clock'],
  [{ clockAheadMs: -5_000 }, 'ok database, ok durability, ok database role, warn database clock'],
  [{ clockAheadMs: 40_000 }, 'ok database, ok durability, ok database role, fail database clock'],
])('a database with %j is judged %s', (more, expected) => {
  expect(statesOf(judgeDatabase({ ...healthy, ...more }))).toBe(expected);
});

test.each([
  [0, 0, 'ok'],
  [2_500, 1_000, 'ok'],
  [2_500, 0, 'warn'],
  [-3_500, 1_000, 'warn'],
  [-31_000, 0, 'fail'],
])('a clock that is %i ms ahead, told to %i ms, is %s', (aheadMs, precisionMs, state) => {
  expect(judgeClock('clock', aheadMs, precisionMs).state).toBe(state);
});

test('a certificate of less than two weeks is told of', () => {
  const day = 86_400_000;
  expect(judgeCertificate(60.5 * day, 0)).toMatchObject({ state: 'ok', text: 'valid for 60 days' });
  expect(judgeCertificate(13.5 * day, 0).state).toBe('warn');
});

const honest = { address: '203.0.113.5', country: 'DE', state: 'DE-BE', peer: '10.0.0.2' };
const PLACE = { country: FORGED.country, state: 'AQ-ZZ' };

test.each([
  ['a proxy that replaces all', {}, {}, 'ok proxy'],
  ['a proxy that passes the address on', {}, { address: FORGED.address }, 'fail proxy address'],
  ['a proxy that passes the place on', {}, PLACE, 'fail proxy place'],
  [
    'a proxy that passes all on',
    {},
    { address: FORGED.address, ...PLACE },
    'fail proxy address, fail proxy place',
  ],
  ['a proxy that writes no address', { address: '10.0.0.2' }, { address: '10.0.0.2' }, 'fail proxy address'],
])('%s is judged %3$s', (_case, plain, changed, expected) => {
  const seen = { ...honest, ...plain };
  const sights = { honest: seen, forged: { ...seen, ...changed }, localAddress: '192.168.1.7' };
  expect(statesOf(judgeProxy({ ...sights, isBehindProxy: true }))).toBe(expected);
});

test('a doctor on the machine of the proxy is rightly seen with its own address', () => {
  const seen = { ...honest, address: '127.0.0.1', peer: '127.0.0.1' };
  const sights = { honest: seen, forged: seen, localAddress: '127.0.0.1', isBehindProxy: true };
  expect(statesOf(judgeProxy(sights))).toBe('ok proxy');
});

test('without a biller the doctor says that buying is closed', () => {
  const site = { isSandboxWanted: false, isLocal: false, demo: false, databaseUrl: undefined };
  expect(checkBiller(site)[0]?.text).toContain('closed');
  expect(checkBiller({ ...site, isLocal: true, demo: undefined })[0]?.text).toContain('sandbox');
});

test('each finding is one line, and only a fail ends with 1', () => {
  expect(formatFinding(fail('mail', 'first\n  second'))).toBe('fail mail            first; second');
  expect(exitCodeOf([ok('a', ''), warn('b', '')])).toBe(0);
  expect(exitCodeOf([ok('a', ''), fail('b', '')])).toBe(1);
});
