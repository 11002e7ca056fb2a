import type { callsByFeature } from '@klieg/contract';
import type { Handlers } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { makeClaimSite } from './claim-site.ts';

export const makeFirstOwnerHandlers = (deps: {
  readonly claimSite: ReturnType<typeof makeClaimSite>;
}): Handlers<(typeof callsByFeature)['first-owner'], SiteCaller> => ({
  async claimSite({ body }, { caller }) {
    const { username } = caller.account!;
    await deps.claimSite(username, body.key);
    return { status: 1, username };
  },
});
