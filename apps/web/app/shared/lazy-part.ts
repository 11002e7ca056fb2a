import { lazy, type LazyExoticComponent, useEffect } from 'react';
import { reportError } from './errors/report-error.ts';
import { reloadAtNextPage } from './session/start-session.ts';

/** The code of a part may take this long in milliseconds (CONSTANTS-045). */
export const PART_MS = 120_000;

/** What browsers say of a file that cannot be fetched. */
const MISSING = /dynamically imported module|importing a module script failed/iu;
const LATE = 'it did not come in time';

const kindOf = (cause: unknown): 'missing' | 'timeout' | 'other' => {
  const text = cause instanceof Error ? cause.message : String(cause);
  if (text === LATE) return 'timeout';
  return MISSING.test(text) ? 'missing' : 'other';
};

/** The code of a part. @throws Error whose message begins with ChunkLoadError and says why */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(LATE)), PART_MS);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    throw new Error(`ChunkLoadError (${kindOf(cause)}): ${String(cause)}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Replaces a part that did not load: shows nothing, and closes what should have opened. */
function NoPart({ onClose }: { readonly onClose?: () => void }): null {
  useEffect(() => onClose?.(), [onClose]);
  return null;
}

type AnyComponent = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/**
 * A part of the page whose code loads when it is first rendered. A failed load is reported, without a message to the
 * reader (ERRORS-010); most often the build is outdated, so the next page reloads. The only content of a page, such as
 * why somebody was banned, must not be such a part.
 */
export const lazyPart = <C extends AnyComponent>(
  load: () => Promise<{ readonly default: C }>,
): LazyExoticComponent<C> =>
  lazy(() =>
    loadPart(load).catch((error: unknown) => {
      void reportError(error);
      reloadAtNextPage();
      return { default: NoPart as unknown as C };
    }),
  );
