import { randomInt } from 'node:crypto';
import type { callsByFeature } from '@klieg/contract';
import type { Log } from '@klieg/kernel';
import type { Caller, Handlers } from '../../platform/http/index.ts';
import { maskText } from './mask-text.ts';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const newCode = (): string => Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Reports of pages go to the structured log; answers say nothing about it. */
export function makeTrackingHandlers<C extends Caller>(deps: {
  readonly log: Log;
  /** A viewer's picture has frozen; `answer` is the viewer's own, if given. */
  readonly onStuckVideo: (transport: 'ws' | 'hls' | 'whep', answer: 'yes' | 'no' | undefined) => void;
}): Pick<
  Handlers<(typeof callsByFeature)['tracking'], C>,
  'logToast' | 'logLobbyFailure' | 'logPurchaseLink' | 'reportStuckVideo' | 'reportPageError'
> {
  const keep = (kind: string, caller: C, fields: Readonly<Record<string, string>>) =>
    deps.log.info(
      {
        kind,
        who: caller.key,
        ...Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, maskText(v, 2_000)])),
      },
      'page report',
    );
  return {
    logToast({ body }, { caller }) {
      keep('toast', caller, body);
      return { status: 1 };
    },
    logLobbyFailure({ body }, { caller }) {
      keep('lobby_failure', caller, body);
      return { status: 1 };
    },
    logPurchaseLink({ body }, { caller }) {
      keep('purchase_link', caller, { link: body.link.split('?')[0]! });
      return { status: 1 };
    },
    reportStuckVideo({ body: { username, transport, stalled_ms: stalledMs, answer } }) {
      deps.onStuckVideo(transport, answer);
      // It is about the room's way to its viewers, so who reports it is not kept.
      const fields = { kind: 'stuck_video', room: username, transport, stalledMs };
      deps.log.info({ ...fields, ...(answer && { answer }) }, 'page report');
      return { status: 1 };
    },
    reportPageError({ body }, { caller }) {
      const code = newCode();
      keep('page_error', caller, { ...body, code });
      return { status: 1, code };
    },
  };
}
