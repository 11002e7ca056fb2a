import type { callsByFeature } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { IdentityCaller } from '../identity/index.ts';
import type { FactorChanges } from './factor-changes.ts';
import type { Passkeys } from './passkeys.ts';
import type { SessionUses } from './session-uses.ts';

type Calls = (typeof callsByFeature)['second-factor'];
type PasskeyCalls = Pick<Calls, 'beginPasskeyRegistration' | 'registerPasskey' | 'deletePasskey'>;

/** The caller's own passkeys. */
export function makePasskeyHandlers<C extends IdentityCaller>(
  deps: Pick<SessionUses<C>, 'siteNameOf'> & {
    readonly passkeys: Passkeys;
    readonly changes: FactorChanges<C>;
  },
): Handlers<PasskeyCalls, C> {
  return {
    beginPasskeyRegistration: (_input, { caller }) =>
      deps.passkeys.askForNew(caller.account!, deps.siteNameOf(caller), caller.key),
    async registerPasskey({ body }, { caller }) {
      const { credential, name } = body;
      const given = { challengeId: body.challenge_id as Uuid, credential, name };
      return { status: 1, id: await deps.passkeys.keep(caller.account!, given, caller.key) };
    },
    async deletePasskey({ params }, { caller }) {
      await deps.changes.removePasskey(caller, params.id as Uuid);
      return { status: 1 };
    },
  };
}
