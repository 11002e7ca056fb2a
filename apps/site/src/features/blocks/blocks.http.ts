import type { callsByFeature } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { BlockStore } from './block-store.ts';

interface Deps {
  readonly accounts: AccountStore;
  readonly blocks: BlockStore;
  /** A person began to ignore another: what they have together ends. Called once per change. */
  readonly onIgnored: (person: Account, ignored: Account) => Promise<void>;
}

export function makeBlocksHandlers(deps: Deps): Handlers<(typeof callsByFeature)['blocks'], SiteCaller> {
  const { blocks } = deps;
  const target = async (username: string): Promise<Account> => {
    const found = await deps.accounts.findByUsername(username);
    if (!found) throw new AppError('common.not_found');
    return found;
  };

  return {
    async ignorePerson({ params, body }, { caller }) {
      const account = caller.account!;
      const other = await target(params.username);
      if (body.ignored) {
        const outcome = await blocks.ignore(account.id, other.id);
        if (outcome === 'full') throw new AppError('blocks.limit');
        if (outcome === 'done') await deps.onIgnored(account, other);
      } else await blocks.unignore(account.id, other.id);
      return { status: 1, ignored: await blocks.listIgnored(account.id) };
    },
    async hidePerson({ params, body }, { caller }) {
      const { id } = caller.account!;
      await blocks.hide(id, (await target(params.username)).id, body.hidden);
      return { status: 1, hidden: await blocks.listHidden(id) };
    },
    async listIgnored(_input, { caller }) {
      const { id } = caller.account!;
      const [ignored, hidden] = await Promise.all([blocks.listIgnored(id), blocks.listHidden(id)]);
      return { ignored, hidden };
    },
  };
}
