import { loadTexts } from './load-texts.ts';

/**
 * Fetches code that is not part of a first view, together with the texts that it may speak: these then need
 * not come with the page (catalogue-parts.ts looks for this name).
 */
export const withTexts =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  async () =>
    (await Promise.all([load(), loadTexts()]))[0];
