// Plain JavaScript for any Node from 18 on: installs when the lock changed, checks the runtime,
// builds the pages when their sources changed, and brings the browser and servers that tests need.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
process.env.PATH = join(process.cwd(), 'node_modules', '.bin') + delimiter + process.env.PATH;

const run = (command) => {
  const result = spawnSync(command, { shell: true, stdio: 'inherit' });
  if (result.status) process.exit(result.status);
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

function install() {
  const stamp = join('node_modules', '.setup-stamp');
  const hash = digest([readFileSync('package-lock.json')]);
  if (stampIsFresh(stamp, hash)) return;
  console.error('Installing packages …');
  run('npm install --no-audit --no-fund --loglevel=error');
  mkdirSync('node_modules', { recursive: true });
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

/** Debian packages that only tests and benchmarks use; elsewhere Playwright brings its own browser. */
function bringTestPrograms() {
  const wanted = [
    ['/usr/bin/chromium', 'chromium'],
    ['/usr/sbin/nats-server', 'nats-server'],
    ['/usr/sbin/nginx', 'nginx-light'],
    ['/usr/bin/ffmpeg', 'ffmpeg'],
  ];
  const missing = wanted.filter(([file]) => !existsSync(file)).map(([, name]) => name);
  if (missing.length === 0) return;
  const canInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (canInstall) {
    console.error(`Installing ${missing.join(', ')} for the tests …`);
    run(
      `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ${missing.join(' ')} > /dev/null`,
    );
  } else if (missing.includes('chromium')) {
    run('playwright install chromium');
  }
}

install();
checkRuntime();
if (process.argv.includes('--build')) buildPages();
if (process.argv.includes('--test')) bringTestPrograms();
