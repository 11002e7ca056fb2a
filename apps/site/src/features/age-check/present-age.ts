import type { AgeMethod, CurrentUser } from '@klieg/contract';
import type { SiteCaller } from '../sessions/index.ts';
import type { AgeGate } from './age-gate.ts';
import type { CardVendor } from './vendors/vendor-port.ts';

type AgeOfMe = CurrentUser['user']['ageVerification'];

/** What the answer about oneself says of checks, for members and guests alike. */
export const makeAgeOfMe =
  (deps: {
    readonly gate: Pick<AgeGate, 'view'>;
    readonly card: CardVendor | undefined;
    readonly served: ReadonlySet<AgeMethod>;
  }) =>
  async (caller: SiteCaller): Promise<AgeOfMe> => {
    const { demand, standing } = await deps.gate.view(caller);
    const { served } = deps;
    return {
      required: demand.isRequired,
      // So far a card is only one of several ways in every rule.
      creditCardRequired: demand.isRequired && demand.methods.length === 1 && demand.methods[0] === 'card',
      methods: { yoti: served.has('id_check'), zendesk: served.has('live_id_check') },
      state: standing.state,
      attempts: standing.attempts,
      allowed: [...standing.allowed],
    };
  };
