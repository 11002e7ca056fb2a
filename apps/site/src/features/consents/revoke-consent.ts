import { AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { Outbox } from '../../platform/events/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { Account } from '../identity/index.ts';
import { consentLost } from './consent-lost.ts';
import type { ConsentMailer } from './consent-mailer.ts';
import type { ConsentStore } from './consent-store.ts';
import type { TellModel } from './tell-model.ts';

/**
 * Ends a consent for good, at any time: by the person, who proves it with the key, or by the model. A repeat does
 * nothing more.
 * @returns how many broadcasts go off
 * @throws common.not_found
 */
export const makeRevokeConsent =
  (deps: {
    readonly database: Pick<Database, 'kysely'>;
    readonly consents: ConsentStore;
    readonly outbox: Outbox;
    readonly mails: Pick<ConsentMailer, 'later'>;
    readonly tellModel: TellModel;
    readonly clock: Clock;
  }) =>
  async (
    id: Uuid,
    given: {
      readonly account: Account | null;
      readonly key?: string | undefined;
      readonly reason?: string | undefined;
    },
  ): Promise<number> => {
    const { consents, clock } = deps;
    const byKey = given.key === undefined ? undefined : await consents.findByKey(given.key);
    const known = await consents.find(id);
    const isPerformer = byKey?.id === id;
    if (!known || !(isPerformer || (given.key === undefined && known.modelId === given.account?.id)))
      throw new AppError('common.not_found');
    const done = await deps.database.kysely.transaction().execute(async (within) => {
      const consent = (await consents.lock(within, id))!;
      if (consent.state === 'revoked' || consent.state === 'refused') return undefined;
      const by = isPerformer ? 'performer' : 'model';
      await consents.revoke(within, id, by, new Date(clock.now()), given.reason || null);
      const broadcastIds = await consents.listBroadcasts(within, id);
      await deps.outbox.add(within, consentLost, { modelId: consent.modelId, broadcastIds, consentId: id });
      if (consent.state !== 'invited') await deps.mails.later({ code: 'withdrawn', consentId: id }, within);
      const tell = isPerformer ? await deps.tellModel(within, consent, 'consent_withdrawn') : undefined;
      return { tell, removed: broadcastIds.length };
    });
    if (!done) return 0;
    deps.outbox.nudge();
    done.tell?.();
    return done.removed;
  };
