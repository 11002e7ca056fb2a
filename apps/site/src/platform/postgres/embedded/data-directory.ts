import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { usersFrom } from '@klieg/processes';

/** Name of the folder of the server's own files within a data directory. */
export const CLUSTER = 'cluster';

/** The user that server processes run as; undefined keeps the current one. */
export type RunAs = { readonly uid: number; readonly gid: number } | undefined;

/** `nobody` everywhere; earlier versions gave it the files that root made. */
export const FORMER_ID = 65534;
/** sockaddr_un holds 108 bytes with the closing zero. */
const SOCKET_PATH_BYTES_MAX = 107;

const ownerOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid;

/**
 * The user root runs the server as: the configured one, else the owner of the cluster or, before there is one, of the
 * directory, if that is a plain user who may later start the site without root.
 */
function chooseUser(path: string, given: RunAs): NonNullable<RunAs> {
  if (given) return given;
  const isPlain = (uid: number | undefined): uid is number =>
    uid !== undefined && uid !== 0 && uid !== FORMER_ID;
  const uid = [ownerOf(join(path, CLUSTER)), ownerOf(path)].find(isPlain) ?? usersFrom().database;
  return { uid, gid: uid };
}

/**
 * Makes the directory if needed, and returns its real path and the user of the server. Started as root, the directory
 * stays root's or a plain user's, and what is made in it for the server belongs to the server's user.
 * @param given the configured user for root to run the server as
 */
export function prepareDataDirectory(dataDir: string, given?: RunAs): { path: string; runAs: RunAs } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = realpathSync(dataDir);
  const owner = statSync(path);
  const ownUid = process.getuid?.() ?? 0;
  if (ownUid !== 0) {
    // Root has prepared one that belongs to somebody else.
    if (owner.uid !== ownUid && ownerOf(join(path, CLUSTER)) !== ownUid) {
      throw new Error(
        `The database directory ${path} belongs to user ${owner.uid}, but this process runs as user ${ownUid}. ` +
          'Start it as that user or as root, or choose another DATA_DIR.',
      );
    }
    return { path, runAs: undefined };
  }
  const runAs = chooseUser(path, given);
  requireTraversable(dirname(path), runAs, 'the database directory');
  if (owner.uid === 0 || owner.uid === FORMER_ID) {
    // An earlier version gave it to the server's user, who could then replace the root secret that lies in it.
    chownSync(path, 0, 0);
    chmodSync(path, (owner.mode & 0o755) | 0o711);
  }
  return { path, runAs };
}

/** Gives a folder or file and all below it to a user; the top last, so that whether it is done can be seen there. */
export function giveTo(path: string, uid: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.uid === uid) return;
  if (found.isDirectory()) giveContent(path, uid);
  lchownSync(path, uid, uid);
}

function giveContent(folder: string, uid: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveContent(path, uid);
    lchownSync(path, uid, uid);
  }
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

/**
 * A short directory for the server's socket, the same one at every start. If the data directory belongs to another user
 * than the server, the site does too, and may enter with its password; else it is private.
 */
export function prepareSocketDirectory(path: string, runAs: RunAs): string {
  const folder = join(tmpdir(), `klieg-pg-${shortHash(path)}`);
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) > SOCKET_PATH_BYTES_MAX) {
    throw new Error(
      `The path of the temporary directory ${tmpdir()} is too long for a socket. Set TMPDIR to a shorter one.`,
    );
  }
  requireTraversable(tmpdir(), runAs, 'the socket directory');
  const uid = runAs?.uid ?? process.getuid?.() ?? 0;
  // Root takes away what an earlier start left as another user.
  const left = lstatSync(folder, { throwIfNoEntry: false });
  if (left && runAs && left.uid !== uid) rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || (found.uid !== uid && found.uid !== (process.getuid?.() ?? 0))) {
    throw new Error(`The socket directory ${folder} belongs to somebody else. Remove it or set TMPDIR.`);
  }
  chmodSync(folder, ownerOf(path) === uid ? 0o700 : 0o711);
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
