import { askPlayGrant } from '../grant/play-grant.ts';
import { makeFreshToken } from '../grant/fresh-token.ts';
import { tokenAddress } from '../grant/play-address.ts';
import { type PastWindow, readWindow } from './past-window.ts';

/** Access to the kept past of a room's stream, with a right that is always fresh. */
export interface PastAccess {
  /** Undefined while there is none, or no right to it. */
  readWindow(): Promise<PastWindow | undefined>;
  /** The address of the small picture of about then; undefined where it cannot be had. @param ms Unix milliseconds */
  stillAddress(ms: number): Promise<string | undefined>;
}

/** Pictures are made this far apart. */
const STILL_MS = 10_000;

export function makePastAccess(username: string): PastAccess {
  let opening: Promise<{ readonly below: string; get(): Promise<string> } | undefined> | undefined;

  const open = async () => {
    const answer = await askPlayGrant(username).catch(() => undefined);
    if (!answer || !('grant' in answer)) return undefined;
    const token = makeFreshToken({
      grant: answer.grant,
      askGrant: () => askPlayGrant(username),
      onRefused() {
        opening = undefined;
      },
      now: () => performance.now(),
    });
    return { below: answer.grant.urls.hls.replace(/[^/]*$/u, ''), get: () => token.get() };
  };

  const address = async (name: string): Promise<string | undefined> => {
    opening ??= open();
    const opened = await opening;
    if (!opened) {
      opening = undefined;
      return undefined;
    }
    return tokenAddress(`${opened.below}${name}`, await opened.get(), location.href);
  };

  return {
    async readWindow() {
      const url = await address('past.json');
      const answer = url ? await fetch(url).catch(() => undefined) : undefined;
      // A right for another name, or from before the performer allowed going back.
      if (answer && answer.status === 403) opening = undefined;
      return answer?.ok ? readWindow(await answer.json(), performance.now()) : undefined;
    },
    stillAddress: (ms) => address(`past-${Math.floor(ms / STILL_MS) * (STILL_MS / 1_000)}.webp`),
  };
}
