// Plain JavaScript for any Node, so that an old one is told what is missing: installs when the lock changed, checks the runtime,
// builds the pages when their sources changed, and brings the browser and servers that tests need.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOtherPackages, findUnlocked } from './check-lock.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const programs = join(process.cwd(), 'node_modules', '.bin');
/** Without our own packages: they are taken away while they are installed anew. */
const pathOfMachine = process.env.PATH.split(delimiter)
  .filter((folder) => folder !== programs)
  .join(delimiter);
const withoutOurs = { ...process.env, PATH: pathOfMachine };
process.env.PATH = programs + delimiter + pathOfMachine;

/** Runs a command. @returns its code, 1 where it was killed */
const codeOf = (command, env = process.env) =>
  spawnSync(command, { shell: true, stdio: 'inherit', env }).status ?? 1;
const run = (command) => {
  const code = codeOf(command);
  if (code !== 0) process.exit(code);
};
const stampIsFresh = (stamp, hash) => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
const digest = (parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

function filesBelow(folder, skip) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (skip.has(name)) return [];
    return statSync(path).isDirectory() ? filesBelow(path, skip) : [path];
  });
}

/** What is asked for: the lock file, and the packages' own lists that it has to fit. */
function listsOfPackages() {
  const folders = ['apps', 'packages'].flatMap((parent) =>
    existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : [],
  );
  return [
    'package-lock.json',
    'package.json',
    ...folders.map((folder) => join(folder, 'package.json')),
  ].filter((file) => existsSync(file));
}

/** Native parts say which Node they are for, and npm leaves out without a word what does not fit its own. */
function checkInstaller() {
  const version = String(
    spawnSync('node -p process.versions.node', { shell: true, env: withoutOurs }).stdout,
  ).trim();
  const [major, minor] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Klieg is installed by Node 20.19 or newer, with its npm, and found ${version || 'none'}.`);
  process.exit(1);
}

/** Some npm, such as the 9.2 of Debian, bring our Node without making it a program of ours. */
function linkRuntime() {
  const brought = join('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  const program = join(programs, 'node');
  if (process.platform !== 'win32' && existsSync(brought) && !existsSync(program))
    symlinkSync(join('..', '..', brought), program);
}

/** Ends with the sentences of what is wrong, if there are any. */
function refuse(faults) {
  if (faults.length === 0) return;
  console.error(faults.slice(0, 10).join('\n'));
  process.exit(1);
}

/** Exactly the packages of the lock file, by their digests; one that does not fit the lists is refused. */
function install() {
  const stamp = join('node_modules', '.setup-stamp');
  const hash = digest(listsOfPackages().map((file) => readFileSync(file)));
  if (stampIsFresh(stamp, hash)) return;
  checkInstaller();
  refuse(findUnlocked('.'));
  console.error('Installing packages …');
  const lock = readFileSync('package-lock.json');
  const code = codeOf('npm install --no-audit --no-fund --loglevel=error', withoutOurs);
  // Each npm writes the file in its own way, also one that fails; what it says has to be what was installed.
  writeFileSync('package-lock.json', lock);
  if (code !== 0) process.exit(code);
  refuse(findOtherPackages('.'));
  linkRuntime();
  writeFileSync(stamp, hash);
}

function checkRuntime() {
  const version = String(spawnSync('node -p process.versions.node', { shell: true }).stdout).trim();
  if (Number(version.split('.')[0]) >= 24) return;
  console.error(
    `Klieg needs Node 24 or newer and found ${version}. There is no packaged Node for ${process.platform}-${process.arch}; please install Node 24.`,
  );
  process.exit(1);
}

function buildPages() {
  const skip = new Set(['build', '.react-router', 'node_modules']);
  const sources = [
    'apps/web',
    'packages/ui',
    'packages/contract',
    'packages/codec',
    'packages/kernel',
    'packages/i18n',
  ];
  const hash = digest(
    sources.flatMap((folder) => filesBelow(folder, skip).flatMap((file) => [file, readFileSync(file)])),
  );
  const stamp = join('apps', 'web', 'build', '.stamp');
  if (stampIsFresh(stamp, hash)) return;
  console.error('Building pages …');
  run('npm run --silent build');
  writeFileSync(stamp, hash);
}

/**
 * Debian starts what it installs: a relay and servers that the tests start by themselves would listen on this machine for
 * everybody. What says no to that for the time of this run is removed with its end.
 */
function keepServicesDown() {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return;
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  process.on('exit', () => rmSync(policy, { force: true }));
}

/** Debian packages that only tests and benchmarks use; elsewhere Playwright brings its own browser. */
function bringTestPrograms() {
  const wanted = [
    ['/usr/bin/chromium-headless-shell', 'chromium-headless-shell'],
    ['/usr/sbin/nats-server', 'nats-server'],
    ['/usr/sbin/nginx', 'nginx-light'],
    ['/usr/bin/caddy', 'caddy'],
    ['/usr/bin/ffmpeg', 'ffmpeg'],
    ['/usr/bin/turnserver', 'coturn'],
    ['/usr/bin/openssl', 'openssl'],
    // A long run publishes from a real OBS, on a screen that nobody sees and without a graphics card.
    ...(process.env.KLIEG_LONG === '1'
      ? [
          ['/usr/bin/obs', 'obs-studio'],
          ['/usr/bin/Xvfb', 'xvfb'],
          ['/usr/share/doc/libgl1-mesa-dri', 'libgl1-mesa-dri'],
        ]
      : []),
  ];
  const missing = wanted.filter(([file]) => !existsSync(file)).map(([, name]) => name);
  if (missing.length === 0) return;
  const canInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (canInstall) {
    console.error(`Installing ${missing.join(', ')} for the tests …`);
    keepServicesDown();
    run(
      `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ${missing.join(' ')} > /dev/null`,
    );
  } else if (missing.includes('chromium-headless-shell')) {
    run('playwright install chromium');
  }
}

install();
checkRuntime();
if (process.argv.includes('--build')) buildPages();
if (process.argv.includes('--test')) bringTestPrograms();
