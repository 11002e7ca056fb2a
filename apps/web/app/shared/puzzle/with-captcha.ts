import { CallError } from '@klieg/contract/client';
import { type Puzzle, readPuzzle } from '@klieg/contract/features/captcha/puzzle';

const ASKS: readonly string[] = ['identity.captcha_required', 'identity.captcha_failed'];
/** A late answer is requested again; more often something else is wrong. */
const TRIES = 2;

/**
 * Asks something of the server, and does the work for it where the server wants that first.
 * @param onWork before the work begins, which takes a second, on an old telephone some
 */
export async function withCaptcha<T>(
  ask: (captcha: string | undefined) => Promise<T>,
  deps: { readonly solve: (puzzle: Puzzle) => Promise<string>; readonly onWork: () => void },
): Promise<T> {
  let captcha: string | undefined;
  for (let tried = 0; ; tried++) {
    try {
      return await ask(captcha);
    } catch (error) {
      const puzzle =
        error instanceof CallError && ASKS.includes(error.code) ? readPuzzle(error.body?.params) : undefined;
      if (!puzzle || tried === TRIES) throw error;
      deps.onWork();
      captcha = await deps.solve(puzzle);
    }
  }
}
