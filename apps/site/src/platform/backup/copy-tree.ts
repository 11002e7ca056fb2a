import type { Dirent } from 'node:fs';
import { chown, copyFile, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Copies a file and waits until it is on disk. False where it was gone before it could be read. */
export async function copyToDisk(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
  const file = await open(to, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
  return true;
}

/** What to skip in a folder: the path is relative to its root. A skipped folder stays empty. */
export type LeaveOut = (path: string, entry: Dirent) => boolean;

/**
 * Copies a folder that others may be writing to, readable only by this user. Files that vanish meanwhile are skipped; a
 * missing folder counts as empty.
 * @returns the number of files
 */
export async function copyTree(
  from: string,
  to: string,
  leaveOut: LeaveOut = () => false,
  below = '',
): Promise<number> {
  await mkdir(join(to, below), { recursive: true, mode: 0o700 });
  const entries = await readdir(join(from, below), { withFileTypes: true }).catch((error: unknown) => {
    if (isGone(error)) return [];
    throw error;
  });
  let files = 0;
  for (const entry of entries) {
    const path = join(below, entry.name);
    if (leaveOut(path, entry)) continue;
    if (entry.isDirectory()) files += await copyTree(from, to, leaveOut, path);
    else if (entry.isFile() && (await copyToDisk(join(from, path), join(to, path)))) files += 1;
  }
  return files;
}

/** Gives a folder and all below it to a user. */
export async function giveTree(
  folder: string,
  owner: { readonly uid: number; readonly gid: number },
): Promise<void> {
  await chown(folder, owner.uid, owner.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
}
