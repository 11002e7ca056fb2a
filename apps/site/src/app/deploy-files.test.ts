import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from './config.ts';
import { environment } from './environment.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Service {
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly build?: { readonly context: string; readonly dockerfile: string };
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}
const compose = parse(read('deploy/docker/compose.yaml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const GIVEN: Readonly<Record<string, string>> = {
  KLIEG_HOST: 'klieg.example',
  KLIEG_SECRET: 'ab'.repeat(32),
  KLIEG_DATABASE_PASSWORD: 'secret',
  KLIEG_SITE_PASSWORD: 'another',
  KLIEG_ADDRESS: '203.0.113.5',
  KLIEG_SUPPORT: 'help@klieg.example',
};
/** Names that media reads by itself and that the site passes on. */
const OF_MEDIA = ['MEDIA_PUBLIC_ADDRESS'];

const environmentOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_all, variable: string) => {
        const given = GIVEN[variable];
        if (given === undefined) throw new Error(`${variable} is not explained`);
        return given;
      }),
    ]),
  );

test('each service writes to its volumes alone and has no right that it does not name', () => {
  expect(services.map(([name]) => name)).toEqual(['caddy', 'postgres', 'nats', 'site', 'media']);
  for (const [, service] of services) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
});

test('what a service refers to is there: services, networks, volumes and files', () => {
  for (const [, { depends_on, networks, volumes, build }] of services) {
    for (const one of Object.keys(depends_on ?? {})) expect(compose.services).toHaveProperty(one);
    for (const one of networks ?? []) expect(compose.networks).toHaveProperty(one);
    for (const one of volumes ?? []) {
      const [source = ''] = one.split(':');
      if (source.startsWith('.')) expect(existsSync(join(root, 'deploy/docker', source))).toBe(true);
      else expect(compose.volumes).toHaveProperty([source]);
    }
    if (build) expect(existsSync(join(root, 'deploy/docker', build.context, build.dockerfile))).toBe(true);
  }
});

test.each(['site', 'media'])('every setting of %s exists, and the start takes them', (name) => {
  const env = environmentOf(name);
  const known = [...Object.keys(environment.shape), ...OF_MEDIA];
  expect(Object.keys(env).filter((key) => !known.includes(key))).toEqual([]);
  expect(readConfig({ ...env, DATA_DIR: tmpdir() }).roles.has(name as 'site' | 'media')).toBe(true);
});

test('the site runs as a role of its own, which the start of the database makes, not as the owner', () => {
  const { DATABASE_URL, DATABASE_OWNER_URL } = environmentOf('site');
  const [site, owner] = [new URL(DATABASE_URL ?? ''), new URL(DATABASE_OWNER_URL ?? '')];
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB, KLIEG_SITE_PASSWORD } = environmentOf('postgres');
  expect([owner.username, owner.password]).toEqual([POSTGRES_USER, POSTGRES_PASSWORD]);
  expect([site.username, site.password]).toEqual(['klieg_site', KLIEG_SITE_PASSWORD]);
  expect(site.username).not.toBe(owner.username);
  expect(site.password).not.toBe(owner.password);
  expect([site.host, site.pathname]).toEqual([owner.host, `/${POSTGRES_DB}`]);
  const script = './make-site-role.sh:/docker-entrypoint-initdb.d/make-site-role.sh:ro';
  expect(compose.services['postgres']?.volumes).toContain(script);
  const text = read('deploy/docker/make-site-role.sh');
  expect(spawnSync('sh', ['-n', join(root, 'deploy/docker/make-site-role.sh')]).status).toBe(0);
  expect(text).toMatch(/^create role klieg_site login nosuperuser .*password :'password';$/m);
});

test('every file that the image copies from the tree exists, and it does not run as root', () => {
  const text = read('deploy/docker/Dockerfile');
  const sources = [...text.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, list = '']) =>
    list.split(' ').slice(0, -1),
  );
  expect(sources).toContain('migrations');
  expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
  expect(text).toMatch(/^USER node$/m);
});

test('every command that the image runs is one that is there', () => {
  const text = read('deploy/docker/Dockerfile');
  const { scripts } = JSON.parse(read('package.json')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const commands = [...text.matchAll(/^RUN (.+)$/gm)].flatMap(([, line = '']) => line.split(' && '));
  expect(commands.length).toBeGreaterThan(2);
  for (const command of commands) {
    const [program, what = '', name = ''] = command.split(' ');
    if (program === 'node') expect(text).toMatch(new RegExp(`^COPY .*${what}`, 'm'));
    else if (what === 'run') expect(scripts).toHaveProperty(name);
    else expect(['npm prune', 'mkdir --mode=0700', 'chown node:node']).toContain(`${program} ${what}`);
  }
  // What it starts is copied into it, from the tree or from the first stage.
  const program = /^CMD \["node", "([^"]+)"\]$/m.exec(text)?.[1] ?? '';
  expect(existsSync(join(root, program))).toBe(true);
  expect(text).toContain(`COPY --from=build /opt/klieg/${program.split('/')[0]} `);
});

test('klieg-run and the page for operators name commands that exist', () => {
  const script = read('deploy/systemd/klieg-run');
  expect(spawnSync('sh', ['-n', join(root, 'deploy/systemd/klieg-run')]).status).toBe(0);
  const commands = ['doctor', 'owner', 'backup', 'restore', 'recount', 'months'];
  for (const command of commands) {
    const folder = ['backup', 'restore'].includes(command) ? 'backup' : command;
    expect(script).toContain(command);
    expect(existsSync(join(root, `apps/site/src/app/${folder}/${command}-main.ts`))).toBe(true);
  }
  const named = [...read('docs/operate.md').matchAll(/klieg-run (\w+)/g)].map(([, command = '']) => command);
  expect(new Set(named)).toEqual(new Set(commands));
});

test('klieg-run makes the folder of sockets that a stopped service has taken along, and keeps one that is there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-run-'));
  const programs = join(folder, 'bin');
  const sockets = join(folder, 'run');
  const stub = (name: string, text: string) =>
    writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  mkdirSync(programs);
  // There is no user of this name here: what would become of it is told.
  stub('chown', 'echo "chown $*"');
  stub('runuser', 'shift 3; echo "runs $*"; stat -c "folder %a" "$SOCKETS"');
  const run = () =>
    spawnSync(join(root, 'deploy/systemd/klieg-run'), ['restore', '/srv/backup'], {
      env: { PATH: `${programs}:/usr/bin:/bin`, TMPDIR: sockets, SOCKETS: sockets },
      encoding: 'utf8',
    });
  try {
    const first = run();
    expect(first.stdout.split('\n')).toEqual([
      `chown klieg:klieg ${sockets}`,
      expect.stringMatching(
        `^runs env DATA_DIR=/var/lib/klieg TMPDIR=${sockets} .*restore-main.ts /srv/backup$`,
      ),
      'folder 700',
      '',
    ]);
    expect(first.status).toBe(0);
    expect(run().stdout).not.toContain('chown');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Exposure from 0 to 10 times ten, as systemd counts it; what it offers beyond needs other rights of the parts. */
const EXPOSURE_MAX = 40;

test.runIf(existsSync('/usr/bin/systemd-analyze')).each(['site', 'media'])(
  'systemd finds nothing wrong in the unit of %s and counts it as hardened',
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'klieg-unit-'));
    const unit = join(folder, `klieg-${name}.service`);
    // The programs of this tree stand for those of an installation.
    writeFileSync(unit, read(`deploy/systemd/klieg-${name}.service`).replaceAll('/opt/klieg/', root));
    const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    const verified = analyze('verify', '--man=no', unit);
    const measured = analyze('security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, unit);
    const tooStrict = analyze('security', '--offline=true', '--threshold=1', unit);
    rmSync(folder, { recursive: true });
    expect(verified.stderr.split('\n').filter((line) => line.includes(`klieg-${name}`))).toEqual([]);
    expect(verified.status).toBe(0);
    expect(measured.stdout).toContain('Overall exposure level');
    expect(measured.status).toBe(0);
    // It did look.
    expect(tooStrict.status).not.toBe(0);
  },
);

test.each(['site', 'media'])(
  'the unit of %s starts what exists, hardened and as a user of its own',
  (name) => {
    const text = read(`deploy/systemd/klieg-${name}.service`);
    const program = /^ExecStart=\S+ (\S+)$/m.exec(text)?.[1] ?? '';
    expect(existsSync(join(root, program))).toBe(true);
    for (const line of ['User=klieg', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'PrivateTmp=yes'])
      expect(text.split('\n')).toContain(line);
    const own = [...text.matchAll(/^Environment=(\w+)=/gm)].map(([, key]) => key);
    expect(own.filter((key) => key !== 'TMPDIR' && !(key! in environment.shape))).toEqual([]);
  },
);
