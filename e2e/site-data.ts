import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveLoops } from '@klieg/testing/kept-loops';

/** First port of the journeys; checkouts beside each other take bases that are 100 apart. */
export const FIRST_PORT = Number(process.env['E2E_PORT'] ?? 4380);
/** Where a journey may listen as the translator that its site asks: so far behind the port of the site. */
export const TRANSLATOR_PORT = 3;

/** The root secret of every site of the journeys: with it a journey can be the bank, or the issuer, behind the sandbox. */
export const ROOT_SECRET = 'd5'.repeat(32);

/** How a demo site of the journeys is set that has a block of ports from this one on. */
export const demoOn = (port: number): Readonly<Record<string, string>> => ({
  PORT: String(port),
  HOST: '127.0.0.1',
  SECRET: ROOT_SECRET,
  DEMO: '1',
  DEMO_LIVE: '2',
  SANDBOX_PORT: String(port + 1),
  RTMP_PORT: String(port + 2),
  // Browsers find every name below localhost on the own machine.
  SISTER_URL: `http://sister.localhost:${port}`,
  TRANSLATE_URL: `http://127.0.0.1:${port + TRANSLATOR_PORT}`,
});

/** Names the folder that holds the data of a demo which no site has used yet; absent: each site makes its own. */
export const SEEDED = 'KLIEG_SEEDED';

/** A new folder of data for a site, with what earlier ones have made: a demo's people and its moving pictures. */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'klieg-e2e-'));
  const seeded = process.env[SEEDED];
  // With owners and rights: each part of a site finds what is its own.
  if (seeded) execFileSync('cp', ['-a', `${seeded}/.`, dataDir]);
  giveLoops(dataDir);
  return dataDir;
}
