import type { callsByFeature } from '@klieg/contract';
import { type AccountId, AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import { type AccountStore, chosenInvisibleLevel } from '../identity/index.ts';
import type { ReportsFeature } from '../reports/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { CONTEST_HOURS } from '@klieg/contract/features/acts/limits';
import { contestRefusal, judgeAct, presentAct, stateOf } from './act-rules.ts';
import type { ActRow, ActStore } from './act-store.ts';
import type { ReturnActs } from './return-acts.ts';

export function makeActsHandlers(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly acts: ActStore;
  readonly returns: Pick<ReturnActs, 'giveBack'>;
  readonly keepReport: ReportsFeature['keep'];
  readonly now: () => number;
}): Handlers<(typeof callsByFeature)['acts'], SiteCaller> {
  const { acts } = deps;

  /** Names of both sides; a payer who hides is named to no performer. */
  const namesFor = async (reader: AccountId, rows: readonly ActRow[]) => {
    const ids = new Set(rows.flatMap(({ modelId, payerId }) => [modelId, payerId]));
    const people = await deps.accounts.listByIds([...ids]);
    const known = people.filter(
      (one) => one.id === reader || one.type === 'model' || chosenInvisibleLevel(one) === 0,
    );
    return new Map(known.map(({ id, username }) => [id, username]));
  };

  /** A moderator decides who is right, after both have had their say. @throws acts.not_contestable */
  const contest = async (act: ActRow, text: string): Promise<void> => {
    const reason = contestRefusal(act, deps.now());
    if (reason !== null) throw new AppError('acts.not_contestable', { params: { reason } });
    // Said before: a repeat changes nothing.
    if (act.contestedAt !== null) return;
    const [model] = await deps.accounts.listByIds([act.modelId]);
    await deps.keepReport({
      kind: 'room',
      target: model?.username ?? String(act.modelId),
      subjectId: act.modelId,
      reporterId: act.payerId,
      reason: 'other',
      text: `Paid and not given: ${act.label} (${act.tokens} tokens). ${text}`.trim(),
      evidence: { act_id: act.id, label: act.label, tokens: act.tokens, done_at: act.doneAt },
      still: null,
      isUrgent: false,
    });
    // After the report, which a repeat joins: whatever is marked gets reviewed.
    await acts.contest(act.id, CONTEST_HOURS);
  };

  return {
    async listActs({ query }, { caller }) {
      const { id, type } = caller.account!;
      const found = await acts.list({
        side: type === 'model' ? 'model' : 'payer',
        accountId: id,
        state: query.state,
        before: query.cursor as ActRow['id'] | undefined,
        limit: query.limit + 1,
      });
      const shown = found.slice(0, query.limit);
      const names = await namesFor(id, shown);
      return {
        items: shown.map((act) => presentAct(act, names, deps.now())),
        next_cursor: found.length > query.limit ? shown.at(-1)!.id : null,
      };
    },
    async changeAct({ params, body }, { caller }) {
      const id = params.id as ActRow['id'];
      const act = await acts.find(id);
      const refused = judgeAct(act, body.action, caller.account!.id);
      if (refused) throw new AppError(refused);
      if (body.action === 'done') await acts.markDone(id);
      if (body.action === 'return') await deps.returns.giveBack(id);
      if (body.action === 'contest') await contest(act!, body.text ?? '');
      return { status: 1, state: stateOf((await acts.find(id))!) };
    },
  };
}
