// Makes the folders in which the users of a site that root starts keep their compiled code (NODE_COMPILE_CACHE): each
// is its user's own, since whoever writes there decides what runs.
import { chownSync, mkdirSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { usersFrom } from '@klieg/processes';

const ours = getCompileCacheDir();
// The engine names the folder by its version and its user.
if (process.getuid?.() === 0 && ours?.endsWith('-0'))
  for (const uid of Object.values(usersFrom())) {
    const folder = ours.replace(/0$/, String(uid));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chownSync(folder, uid, uid);
  }
