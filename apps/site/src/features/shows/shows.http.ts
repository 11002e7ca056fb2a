import type { callsByFeature } from '@klieg/contract';
import { toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { RatingsFeature } from '../ratings/index.ts';
import { makeRoomOf } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { makePrivateHandlers, type PrivateCallDeps } from './privates/privates.http.ts';
import type { ListPastShows } from './show-history-store.ts';
import type { StartSpy } from './spies/start-spy.ts';
import type { Spies } from './spies/spies.ts';

type Calls = (typeof callsByFeature)['shows'];

interface Deps extends PrivateCallDeps {
  readonly spies: Pick<Spies, 'stop'>;
  readonly startSpy: StartSpy;
  readonly listPast: ListPastShows;
  readonly listRated: RatingsFeature['listRated'];
}

const done = { status: 1 as const };

/** Cursors name the last show of a page. */
const cursorOf = ({ startedAt, showId }: { readonly startedAt: Date; readonly showId: Uuid }): string =>
  `${startedAt.getTime()}~${showId}`;
function readCursor(text: string | undefined) {
  if (text === undefined) return undefined;
  const [at, id] = text.split('~');
  return { at: new Date(Number(at)), id: id as Uuid };
}

export function makeShowsHandlers(deps: Deps): Handlers<Calls, SiteCaller> {
  const { accounts, spies, wallet } = deps;
  const roomOf = makeRoomOf(accounts);
  return {
    ...makePrivateHandlers(deps),
    async startSpy({ params, body }, { caller, idempotencyKey }) {
      const owner = await roomOf(params.username);
      const looker = { key: idempotencyKey!, caller: { ...caller, account: caller.account! } };
      const start = await deps.startSpy(looker, owner, {
        isPreview: body.preview,
        price: body.cost_per_minute,
      });
      return {
        ...done,
        message: '',
        cost_per_minute: start.costPerMinute,
        free: start.isFree,
        preview_seconds: start.previewSeconds,
        startup_tip: start.startupTip,
        tokens: await wallet.spendableOf(caller.account!.id),
      };
    },
    async endSpy({ params }, { caller }) {
      const { tokensCharged, seconds } = await spies.stop(caller.account!, await roomOf(params.username));
      return { ...done, tokens_charged: tokensCharged, duration_seconds: seconds };
    },
    async listShowHistory({ query }, { caller }) {
      const page = { before: readCursor(query.cursor), limit: query.limit + 1 };
      const found = await deps.listPast(caller.account!.id, page);
      const shown = found.slice(0, query.limit);
      const rated = await deps.listRated(
        caller.account!.id,
        shown.map(({ showId }) => showId),
      );
      return {
        items: shown.map((show) => ({
          show_id: show.showId,
          kind: show.kind,
          username: show.username,
          started_at: toInstant(show.startedAt),
          duration_seconds: show.durationSeconds,
          tokens: show.tokens,
          recording_id: show.recordingId,
          rated: rated.has(show.showId),
        })),
        next_cursor: found.length > query.limit ? cursorOf(shown.at(-1)!) : null,
      };
    },
  };
}
