import { chownSync, lstatSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The user that server processes run as; undefined keeps the own one. */
export type RunAs = { readonly uid: number; readonly gid: number } | undefined;

/** PostgreSQL refuses to run as root; this is `nobody` everywhere. */
const UNPRIVILEGED_ID = 65534;
/** sockaddr_un holds 108 bytes with the closing zero. */
const SOCKET_PATH_BYTES_MAX = 107;

/** Makes the directory if needed, gives it to the right user and returns its real path and that user. */
export function prepareDataDirectory(dataDir: string): { path: string; runAs: RunAs } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = realpathSync(dataDir);
  const owner = statSync(path);
  const ownUid = process.getuid?.() ?? 0;
  if (ownUid !== 0) {
    if (owner.uid !== ownUid) {
      throw new Error(
        `The database directory ${path} belongs to user ${owner.uid}, but this process runs as user ${ownUid}. ` +
          'Start it as that user or as root, or choose another DATA_DIR.',
      );
    }
    return { path, runAs: undefined };
  }
  // A directory that a plain user made keeps working when root starts the program later.
  const runAs =
    owner.uid === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : { uid: owner.uid, gid: owner.gid };
  requireTraversable(dirname(path), runAs, 'the database directory');
  chownSync(path, runAs.uid, runAs.gid);
  return { path, runAs };
}

/** @throws Error naming the first folder that the given user may not enter */
export function requireTraversable(folder: string, runAs: RunAs, what: string): void {
  if (!runAs) return;
  for (let current = folder; ; current = dirname(current)) {
    const { mode, uid, gid } = statSync(current);
    const executeBit = uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001;
    if (!(mode & executeBit)) {
      throw new Error(
        `PostgreSQL runs as the unprivileged user ${runAs.uid}, which may not enter ${current} (on the way to ${what}). ` +
          `Choose a place that everyone may enter (for example below /srv or /var/lib), or run: chmod o+x ${current}`,
      );
    }
    if (current === dirname(current)) return;
  }
}

/** A short private directory for the server's socket, the same one at every start. */
export function prepareSocketDirectory(path: string, runAs: RunAs): string {
  const folder = join(tmpdir(), `klieg-pg-${shortHash(path)}`);
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) > SOCKET_PATH_BYTES_MAX) {
    throw new Error(
      `The path of the temporary directory ${tmpdir()} is too long for a socket. Set TMPDIR to a shorter one.`,
    );
  }
  requireTraversable(tmpdir(), runAs, 'the socket directory');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const uid = runAs?.uid ?? process.getuid?.() ?? 0;
  const found = lstatSync(folder);
  if (!found.isDirectory() || (found.uid !== uid && found.uid !== (process.getuid?.() ?? 0))) {
    throw new Error(`The socket directory ${folder} belongs to somebody else. Remove it or set TMPDIR.`);
  }
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  return folder;
}

/**
 * Claims the directory for this process. The claim is a name that the kernel frees when the process ends,
 * however it ends, so that it is never stale.
 * @throws Error when a live process has it
 */
export function claimDataDirectory(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const claim = createServer((socket) => socket.destroy());
    claim.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `The database directory ${path} is in use by another running process. Stop that one first.`,
            )
          : error,
      );
    });
    claim.listen(`\0klieg-pg-${shortHash(path)}`, () => {
      claim.unref();
      resolve(claim);
    });
  });
}

/** The process number of the server that runs on this cluster directory, if one does. */
export function findRunningServer(cluster: string): number | undefined {
  let pid: number;
  try {
    pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.includes(cluster) ? pid : undefined;
  } catch {
    return undefined;
  }
}

const shortHash = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 16);
