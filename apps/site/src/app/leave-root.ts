import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '@klieg/kernel';
import {
  becomeSupervisor,
  canSupervise,
  confinementFault,
  isSupervised,
  type Users,
  usersFrom,
} from '@klieg/processes';
import {
  FORMER_ID,
  giveTo,
  prepareEmbeddedPostgres,
  requireTraversable,
} from '../platform/postgres/index.ts';
import { type Config, ConfigError } from './config.ts';
import { recordingFolder } from './media-children.ts';
import { supervisedRoles } from './supervised-roles.ts';

/** Whether this process is root and has still to hand the site over to users of its own. */
export const mustLeaveRoot = (): boolean => process.getuid?.() === 0 && !isSupervised();

/** The folders in which media processes keep recordings while they run. */
const recordingFolders = (config: Config): readonly string[] =>
  Array.from({ length: config.mediaProcesses }, (_, index) => recordingFolder(config, index));

/** The users of the site: where its data belongs to a plain user, that one is site, database and media. */
function chooseUsers({ dataDir, firstUid }: Config): Users {
  const users = usersFrom(firstUid);
  // With SECRET given nobody has made it yet.
  mkdirSync(dataDir, { recursive: true });
  const { uid } = statSync(dataDir);
  const isOurs = uid === 0 || uid === FORMER_ID || Object.values(users).includes(uid);
  return isOurs ? users : { ...users, site: uid, database: uid, media: uid };
}

/** Below this only root may listen. */
function refusePrivilegedPorts(config: Config): void {
  const file = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
  const first = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const ports = { PORT: config.port, RTMP_PORT: config.rtmpPort, ICE_PORT: config.icePort };
  for (const [name, port] of Object.entries(ports))
    if (port > 0 && port < first)
      throw new ConfigError(
        `${name}=${port} needs root, which the site leaves: take ${first} or more, with a proxy in front, or run: sysctl net.ipv4.ip_unprivileged_port_start=${port}`,
      );
}

/** Makes the folders of the data directory and gives each thing in it to its user, and only what is not theirs yet. */
async function prepareFolders(config: Config, users: Users, log: Log): Promise<void> {
  const { dataDir, databaseUrl, blobUrl } = config;
  if (config.roles.has('site') && databaseUrl === undefined)
    await prepareEmbeddedPostgres({ dataDir, log, user: { uid: users.database, gid: users.database } });
  const recordings = recordingFolders(config);
  for (const folder of [
    ...recordings,
    ...['incoming', 'demo', 'media-work'].map((name) => join(dataDir, name)),
  ])
    mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (blobUrl.startsWith('file:')) {
    mkdirSync(fileURLToPath(blobUrl), { recursive: true, mode: 0o700 });
    giveTo(fileURLToPath(blobUrl), users.site);
  }
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    if (/^(?:cluster|database-passwords)/.test(name)) continue;
    giveTo(path, recordings.includes(path) ? users.media : users.site);
  }
  chmodSync(dataDir, (statSync(dataDir).mode & 0o755) | 0o711);
  requireTraversable(dataDir, { uid: users.site, gid: users.site }, 'DATA_DIR');
}

/**
 * Prepares what root alone can, and goes on without root: this process becomes the supervisor, and everything else
 * runs as a user of its own. Where Perl is missing all of it runs as the one user of the site.
 * @throws ConfigError, or Error with a sentence for the operator
 */
export async function leaveRoot(config: Config, log: Log): Promise<void> {
  refusePrivilegedPorts(config);
  const users = chooseUsers(config);
  requireTraversable(
    fileURLToPath(new URL('.', import.meta.url)),
    { uid: users.site, gid: users.site },
    'the program',
  );
  if (canSupervise()) {
    await prepareFolders(config, users, log);
    becomeSupervisor(supervisedRoles(users, recordingFolders(config)), process.env);
  }
  log.warn({ fault: confinementFault() }, `all parts of the site run as the one user ${users.site}`);
  await prepareFolders(config, { ...users, database: users.site, media: users.site }, log);
  process.setgroups!([]);
  process.setgid!(users.site);
  process.setuid!(users.site);
}
