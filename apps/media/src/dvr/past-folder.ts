import { rm } from 'node:fs/promises';

/** Empties the folder of all logs: leftovers of a crash belong to streams that nobody can go back in. */
export const clearPastFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true });
