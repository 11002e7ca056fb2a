import type { callsByFeature } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { AskCoShow } from './ask-co-show.ts';
import { presentCoShow, presentRequest } from './co-show-news.ts';
import type { CoShowRecordings } from './co-show-recordings.ts';
import { type CoShow, partnerIn } from './co-show-rules.ts';
import type { CoShowStore } from './co-show-store.ts';
import type { FindPartners } from './find-partners.ts';
import type { RunCoShows } from './run-co-shows.ts';

/** The calls of co-shows. */
export function makeCoShowsHandlers(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly store: Pick<CoShowStore, 'findAskedBy' | 'listAskedOf' | 'listRunningIn' | 'now'>;
  readonly findPartners: FindPartners;
  readonly requests: AskCoShow;
  readonly runs: RunCoShows;
  readonly recordings: Pick<CoShowRecordings, 'open'>;
}): Handlers<(typeof callsByFeature)['co-shows'], SiteCaller> {
  const { requests, runs, store } = deps;
  const done = { status: 1 as const };

  return {
    async getCoShow(_input, { caller }) {
      const { id } = caller.account!;
      const [now, running, own, others] = await Promise.all([
        store.now(),
        store.listRunningIn([id]).then((found) => found.get(id)),
        store.findAskedBy(id),
        store.listAskedOf(id),
      ]);
      const asked = own && own.expiresAt > now ? own : undefined;
      const all = [running, asked, ...others].filter((it) => it !== undefined);
      const people = await deps.accounts.listByIds(all.map((it) => partnerIn(it, id)));
      const otherIn = (it: CoShow | undefined) => it && people.find((one) => one.id === partnerIn(it, id));
      const [partner, to] = [otherIn(running), otherIn(asked)];
      return {
        co_show: running && partner ? presentCoShow(running, partner) : null,
        asked: asked && to ? presentRequest(asked, to) : null,
        requests: others.flatMap((it) => {
          const from = otherIn(it);
          return from ? [presentRequest(it, from)] : [];
        }),
      };
    },
    findCoShowPartners: async ({ query }, { caller }) => ({
      partners: await deps.findPartners(caller, query.q),
    }),
    async askCoShow({ body }, { caller }) {
      const { it, to } = await requests.ask(caller, body.username);
      return { ...done, request: presentRequest(it, to) };
    },
    async withdrawCoShow(_input, { caller }) {
      await requests.withdraw(caller.account!);
      return done;
    },
    async acceptCoShow({ params }, { caller }) {
      const { it, partner } = await runs.accept(caller, params.id as Uuid);
      return { ...done, co_show: presentCoShow(it, partner) };
    },
    async declineCoShow({ params }, { caller }) {
      await requests.decline(caller.account!, params.id as Uuid);
      return done;
    },
    async getCoShowRecording({ params }, { caller }) {
      const own = caller.account!;
      const { tracks, ...found } = await deps.recordings.open(own, params.id as Uuid);
      return {
        ...found,
        tracks: tracks.map(({ account, ...track }) => ({
          ...track,
          clock: [...track.clock],
          username: account.username,
          displayName: account.displayName,
          is_own: account.id === own.id,
        })),
      };
    },
    async endCoShow(_input, { caller }) {
      await runs.end(caller.account!);
      return done;
    },
  };
}
