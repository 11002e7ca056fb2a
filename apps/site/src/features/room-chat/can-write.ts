import type { Clock } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import type { RoomAccess } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { type ChatFactReader, readChatFacts } from './chat-facts.ts';
import { refuseLine } from './chat-rules.ts';
import type { ChatRulesCache } from './chat-rules-cache.ts';

/** Whether a caller may write in a room now, and if not why. */
export function makeCanWrite(deps: {
  readonly rules: ChatRulesCache;
  readonly facts: ChatFactReader;
  readonly access: Pick<RoomAccess, 'admit'>;
  readonly wallet: Pick<Wallet, 'spendableOf'>;
  readonly clock: Clock;
}) {
  return async (owner: Account, caller: SiteCaller): Promise<{ ok: boolean; reason: string | null }> => {
    const { account } = caller;
    const [known, { role, silencedUntilMs }, hasTokens] = await Promise.all([
      deps.rules.of(owner.id),
      deps.access.admit(owner, caller),
      account ? deps.wallet.spendableOf(account.id).then((tokens) => tokens > 0) : false,
    ]);
    if (!known) return { ok: false, reason: 'unavailable' };
    const writer = { account, role, silencedUntilMs, hasTokens, recentTips: 0 };
    const reason = refuseLine(await readChatFacts(writer, known, deps.facts, deps.clock.now()));
    return { ok: reason === null, reason };
  };
}
