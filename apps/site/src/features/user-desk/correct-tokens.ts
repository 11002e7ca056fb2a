import { ONE_PERSON_TOKENS } from '@klieg/contract/features/user-desk/limits';
import { type AccountId, AppError, type Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { Actor, AuditLog } from '../audit/index.ts';
import type { Account } from '../identity/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { Correction, CorrectionStore } from './correction-store.ts';

/** Corrections that are looked at together. */
const BATCH = 100;

/** What an admin asks for. */
export interface AskedCorrection {
  readonly key: Uuid;
  readonly tokens: number;
  readonly reason: string;
  readonly proposalId: Uuid | undefined;
}

interface Deps {
  readonly corrections: CorrectionStore;
  readonly wallet: Pick<Wallet, 'grant' | 'withdraw' | 'spendableOf'>;
  readonly database: Pick<Database, 'kysely'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
}

/** Moves what is due by a transfer with its own id, so a crash or a second node moves nothing twice. */
const makeMove =
  ({ corrections, wallet }: Pick<Deps, 'corrections' | 'wallet'>) =>
  async ({ id, accountId, tokens, reason }: Correction): Promise<number | undefined> => {
    const note = { ref: { type: 'correction', id }, comment: reason };
    const moved =
      tokens > 0
        ? await wallet.grant({ id, receiver: accountId, amountTokens: tokens, note })
        : await wallet.withdraw({ id, person: accountId, amountTokens: -tokens, note });
    await corrections.settle(id, moved ? 'done' : 'refused');
    return moved?.spendable;
  };

/** Tokens that staff gives as a gift of the house, or takes away; large amounts need a second person. */
export function makeCorrectTokens(deps: Deps) {
  const { corrections } = deps;
  const move = makeMove(deps);
  const detailOf = ({ tokens, reason }: AskedCorrection, id: Uuid) => ({
    correction: id,
    tokens: String(tokens),
    reason,
  });

  /** Records a request: due at once, or for a second person to confirm. */
  const add = (target: Account, asked: AskedCorrection, actor: Actor): Promise<Uuid> => {
    const id = deriveTransferId(`correction of ${target.id}`, asked.key);
    return deps.database.kysely.transaction().execute(async (transaction) => {
      const { tokens, reason } = asked;
      // Many small ones are as much as a large one.
      const alone = (await corrections.countAlone(transaction, target.id)) + Math.abs(tokens);
      const state = alone > ONE_PERSON_TOKENS ? 'proposed' : 'due';
      const askedById = actor.account!.id;
      if (await corrections.add(transaction, { id, accountId: target.id, tokens, reason, askedById, state }))
        await deps.auditLog.note(transaction, actor, {
          action: state === 'due' ? 'accounts.tokens_corrected' : 'accounts.tokens_proposed',
          target: `account:${target.id}`,
          detail: detailOf(asked, id),
        });
      return id;
    });
  };

  /** @throws back_office.proposal_gone, common.second_person_needed */
  const confirm = (target: Account, asked: AskedCorrection, actor: Actor): Promise<Uuid> =>
    deps.database.kysely.transaction().execute(async (transaction) => {
      const proposal = await corrections.lock(transaction, asked.proposalId!);
      const isSame = proposal?.accountId === target.id && proposal.tokens === asked.tokens;
      if (!proposal || !isSame || proposal.state !== 'proposed')
        throw new AppError('back_office.proposal_gone');
      const byId: AccountId = actor.account!.id;
      if (byId === proposal.askedById) throw new AppError('common.second_person_needed');
      await corrections.confirm(transaction, proposal.id, byId);
      await deps.auditLog.note(transaction, actor, {
        action: 'accounts.tokens_confirmed',
        target: `account:${target.id}`,
        // Of the proposal, as the ledger keeps it.
        detail: detailOf({ ...asked, reason: proposal.reason }, proposal.id),
      });
      return proposal.id;
    });

  return {
    /** @throws ledger.would_go_negative */
    async ask(target: Account, asked: AskedCorrection, actor: Actor) {
      const id = await (asked.proposalId ? confirm : add)(target, asked, actor);
      const correction = (await corrections.find(id))!;
      if (correction.state === 'proposed')
        return { balance: await deps.wallet.spendableOf(target.id), proposal_id: id };
      const balance = await move(correction);
      if (balance === undefined) {
        // What was asked for stands in the log: that nothing came of it does, too.
        await deps.database.kysely.transaction().execute((transaction) =>
          deps.auditLog.note(transaction, actor, {
            action: 'accounts.tokens_refused',
            target: `account:${target.id}`,
            detail: detailOf({ ...asked, reason: correction.reason }, id),
          }),
        );
        throw new AppError('ledger.would_go_negative');
      }
      return { balance, proposal_id: null };
    },
    /** Moves what a crash has left. */
    async moveDue(): Promise<void> {
      for (const correction of await corrections.listDue(BATCH)) await move(correction);
    },
  };
}
