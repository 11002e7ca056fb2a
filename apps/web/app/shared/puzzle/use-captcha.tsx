import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { withCaptcha } from './with-captcha.ts';

/** Comes only where the server asks for it. */
const loadSolver = () => import('./solve-in-worker.ts');

export interface CaptchaControl {
  /** Asks something of the server, and does work for it where the server wants that first. */
  readonly ask: <T>(call: (answer: { readonly captcha?: string }) => Promise<T>) => Promise<T>;
  /** Progress of the work; always in the form, so that it is read aloud. */
  readonly work: ReactNode;
}

/** For the form of a call that asks strangers for work when very many use it. */
export function useCaptcha(): CaptchaControl {
  const [isWorking, setWorking] = useState(false);
  return {
    async ask(call) {
      try {
        return await withCaptcha((captcha) => call(captcha === undefined ? {} : { captcha }), {
          solve: async (puzzle) => (await loadSolver()).solveInWorker(puzzle),
          onWork: () => setWorking(true),
        });
      } finally {
        setWorking(false);
      }
    },
    work: (
      <output className="small text-ink-2" hidden={!isWorking}>
        <Trans>
          Many people are asking for this now. Your browser does a little work to show that you are not a bot.
        </Trans>
      </output>
    ),
  };
}
