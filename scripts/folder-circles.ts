import { findCircles } from './circles.ts';

/** One file that runs code of another; what is imported as a type only, or fetched when it is needed, is none. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** The folder of a room (a feature, or a part of the platform) and the folder of the file within it. */
const ROOM = /^(apps\/(?:site\/src|web\/app)\/[a-z-]+\/[a-z-]+|apps\/media\/src\/[a-z-]+)\/(.+)\/[^/]+$/;

function placeOf(file: string): { readonly room: string; readonly folder: string } | undefined {
  const [, room, folder] = ROOM.exec(file) ?? [];
  return room && folder ? { room, folder: `${room}/${folder}` } : undefined;
}

/** The folders that each folder of the same room imports from. Files beside the folders put them together: not counted. */
function foldersBelow(imports: readonly Import[]): Map<string, Set<string>> {
  const below = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [importer, imported] = [placeOf(from), placeOf(to)];
    if (!importer || !imported || importer.room !== imported.room) continue;
    if (importer.folder === imported.folder) continue;
    const its = below.get(importer.folder) ?? new Set();
    below.set(importer.folder, its.add(imported.folder));
  }
  return below;
}

/**
 * Circles of folders: each needs the next, and the last the first, so none of them can be read or moved alone.
 * @returns as `findCircles`
 */
export const findFolderCircles = (imports: readonly Import[]): string[][] =>
  findCircles(foldersBelow(imports));
