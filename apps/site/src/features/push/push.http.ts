import type { callsByFeature } from '@klieg/contract';
import { PUSH_REPORT_MS } from '@klieg/contract/features/push/limits';
import { AppError, type Clock } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { areKeys } from './encrypt-message.ts';
import { isPushService, plainEndpoint } from './push-services.ts';
import type { PushStore } from './push-store.ts';

/** Browsers of one account. */
const SUBSCRIPTIONS_MAX = 10;

/** Subscribing and unsubscribing, for logged-in people, on production hosts (SHELL-036). */
export function makePushHandlers(deps: {
  readonly store: PushStore;
  readonly publicKey: string;
  readonly services: readonly string[];
  readonly isPushHost: (host: string) => boolean;
  readonly clock: Clock;
}): Handlers<(typeof callsByFeature)['push'], SiteCaller> {
  const checkHost = ({ site }: SiteCaller) => {
    if (!deps.isPushHost(site.host)) throw new AppError('push.not_here');
  };
  return {
    getPushKey(_input, { caller }) {
      checkHost(caller);
      return { key: deps.publicKey };
    },
    async subscribePush({ body: { endpoint, keys } }, { caller }) {
      checkHost(caller);
      if (!isPushService(endpoint, deps.services) || !areKeys(keys))
        throw new AppError('push.service_refused');
      const subscription = { endpoint: plainEndpoint(endpoint), ...keys };
      const id = await deps.store.put(caller.account!.id, subscription, SUBSCRIPTIONS_MAX);
      return { status: 1, id };
    },
    async unsubscribePush({ body }, { caller }) {
      await deps.store.remove(caller.account!.id, plainEndpoint(body.endpoint));
      return { status: 1 };
    },
    async reportPush({ body }, { caller }) {
      checkHost(caller);
      await deps.store.report(caller.account!.id, body.player_id, deps.clock.now(), PUSH_REPORT_MS);
      return { status: 1 };
    },
  };
}
