import type { callsByFeature } from '@klieg/contract';
import { AppError, toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RelaysFeature } from '../relays/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { SharecamCaller, Sharecams } from './sharecams.ts';

const done = { status: 1 as const };

/** Callers of these always have an account. */
const callerOf = ({ account, sessionId }: SiteCaller): SharecamCaller => ({ account: account!, sessionId });

/** The calls of shared cameras. */
export function makeSharecamHandlers({
  accounts,
  sharecams,
  iceServersOf,
}: {
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly sharecams: Sharecams;
  readonly iceServersOf: RelaysFeature['iceServersOf'];
}): Handlers<(typeof callsByFeature)['sharecam'], SiteCaller> {
  const personOf = async (username: string): Promise<Account> => {
    const person = await accounts.findByUsername(username);
    if (!person) throw new AppError('rooms.not_found');
    return person;
  };

  return {
    async requestSharecam({ params, body }, { caller }) {
      const it = await sharecams.ask(callerOf(caller), await personOf(params.username), body.audio);
      return { ...done, request_id: it.id, expires_at: toInstant(new Date(it.expiresAt)) };
    },
    async acceptSharecam({ params }, { caller }) {
      const { streamName, token } = await sharecams.accept(callerOf(caller), params.id as Uuid);
      return { ...done, viewer_stream_name: streamName, token };
    },
    async declineSharecam({ params }, { caller }) {
      await sharecams.decline(caller.account!, params.id as Uuid);
      return done;
    },
    async publishSharecam({ params, body }, { caller }) {
      const owner = await personOf(params.username);
      const { token } = await sharecams.publish(callerOf(caller), owner, body.request_id as Uuid);
      return { whip_url: `${caller.site.publicUrl}/live/whip`, token, ice_servers: iceServersOf(caller) };
    },
    async stopSharecam({ params, body }, { caller }) {
      const [owner, me] = [await personOf(params.username), caller.account!];
      if (me.id !== owner.id) await sharecams.stop(owner, me, 'user_ended');
      else if (body.viewer !== undefined)
        await sharecams.stop(owner, await personOf(body.viewer), 'model_ended');
      return done;
    },
  };
}
