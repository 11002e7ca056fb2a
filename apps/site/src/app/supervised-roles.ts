import { fileURLToPath } from 'node:url';
import { type PartName, partFlags, type SupervisedRole, type Users } from '@klieg/processes';
import { publishersEntry, viewersEntry } from '@klieg/demo';

/** How much lower the priority of the demo is. */
const DEMO_NICENESS = 10;

const at = (path: string): URL => new URL(path, import.meta.url);

interface PartRole extends Omit<SupervisedRole, 'name' | 'words'> {
  readonly entry: URL;
  /** Whether it takes the flags with which this process was started. */
  readonly isOurs?: boolean;
}

/** Every part as the supervisor starts it: which user it is, who may ask for it, and what it may write. */
function partRoles(users: Users, recordings: readonly string[]): Readonly<Record<PartName, PartRole>> {
  const ofSite = { callers: ['site'], isOurs: true };
  const ofDemo = { ...ofSite, uid: users.helpers, niceness: DEMO_NICENESS };
  const decoder = { uid: users.decoders, confined: { writable: [] } };
  return {
    database: { ...ofSite, uid: users.database, entry: at('./database-main.ts') },
    media: { ...ofSite, uid: users.media, entry: at('../../../media/src/main.ts') },
    sandbox: { ...ofSite, uid: users.helpers, entry: at('../../../../packages/sandbox/src/main.ts') },
    'demo publishers': { ...ofDemo, entry: publishersEntry },
    'demo viewers': { ...ofDemo, entry: viewersEntry },
    images: { ...decoder, callers: ['site'], entry: at('../platform/images/image-worker.ts') },
    videos: {
      ...decoder,
      callers: ['site'],
      entry: at('../features/media-library/video-worker.ts'),
    },
    thumbnails: {
      ...decoder,
      callers: ['media'],
      entry: at('../../../media/src/thumbnails/thumbnail-worker.ts'),
    },
    transcode: {
      ...decoder,
      callers: ['media'],
      entry: at('../../../media/src/transcode/transcode-worker.ts'),
    },
    // It reads and writes recordings, which are the media process's own.
    remux: {
      uid: users.media,
      callers: ['media'],
      confined: { writable: recordings },
      entry: at('../../../media/src/recording/remux-worker.ts'),
    },
  };
}

/** The site itself, with the words of this process, and every part that it or media asks for. */
export function supervisedRoles(users: Users, recordings: readonly string[]): readonly SupervisedRole[] {
  const words = [...process.execArgv, ...process.argv.slice(1)];
  const parts = Object.entries(partRoles(users, recordings)).map(
    ([name, { entry, isOurs = false, ...role }]): SupervisedRole => ({
      ...role,
      name,
      words: [...partFlags[name as PartName], ...(isOurs ? process.execArgv : []), fileURLToPath(entry)],
    }),
  );
  return [{ name: 'site', uid: users.site, callers: [], words }, ...parts];
}
