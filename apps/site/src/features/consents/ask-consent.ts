import type { ConsentScope } from '@klieg/contract';
import { OPEN_CONSENTS_MAX } from '@klieg/contract/features/consents/limits';
import { AppError, type Clock, type Uuid } from '@klieg/kernel';
import { DAY_MS, utcDayOf } from '@klieg/kernel/time';
import type { Database } from '../../platform/postgres/index.ts';
import type { Account } from '../identity/index.ts';
import type { ConsentMailer } from './consent-mailer.ts';
import type { ConsentStore } from './consent-store.ts';

/** How long a link accepts an answer. */
export const OPEN_MS = 14 * DAY_MS;

interface Asked {
  readonly name: string;
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly scopes: readonly ConsentScope[];
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/**
 * Asks somebody for consent by a link mailed only to them. The answer never reveals whether an account has this name or
 * address: that is checked when the mail is written.
 * @throws compliance.consent_limit, common.not_self, common.invalid_input
 */
export const makeAskConsent =
  (deps: {
    readonly database: Pick<Database, 'kysely'>;
    readonly consents: ConsentStore;
    readonly mails: Pick<ConsentMailer, 'later'>;
    readonly clock: Clock;
  }) =>
  async (model: Account, asked: Asked): Promise<Uuid> => {
    const { consents, clock } = deps;
    const now = clock.now();
    const { email = null, username = null, from = null, until = null } = asked;
    if (username === model.username || email?.toLowerCase() === model.email.toLowerCase())
      throw new AppError('common.not_self');
    if (until !== null && until < utcDayOf(now))
      throw new AppError('common.invalid_input', {
        params: { fields: [{ path: 'until', reason: 'range', message: 'This day is over' }] },
      });
    return deps.database.kysely.transaction().execute(async (within) => {
      await consents.lockModel(within, model.id);
      const open = await consents.countOpen(within, model.id, new Date(now), new Date(now - DAY_MS));
      if (open >= OPEN_CONSENTS_MAX) throw new AppError('compliance.consent_limit');
      await consents.lockAddress(within, { email, username });
      const id = await consents.add(within, {
        modelId: model.id,
        name: asked.name,
        email,
        username,
        scopes: asked.scopes,
        validFrom: from,
        validUntil: until,
        askedAt: new Date(now),
        openUntil: new Date(now + OPEN_MS),
      });
      await deps.mails.later({ code: 'asked', consentId: id }, within);
      return id;
    });
  };
