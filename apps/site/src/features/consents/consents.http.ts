import type { callsByFeature, Consent } from '@klieg/contract';
import { AppError, type Clock, toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import {
  type AnswerDeps,
  documentsOf,
  type makeAnswerConsent,
  type makeKeepConsentDocument,
} from './answer-consent.ts';
import type { makeAskConsent } from './ask-consent.ts';
import type { makeOpenConsent } from './consent-reviews.ts';
import { standingOf } from './consent-rules.ts';
import type { ConsentStore, KeptConsent } from './consent-store.ts';
import type { makeRevokeConsent } from './revoke-consent.ts';

/** The newest of a model; older ones are over long since. */
const LISTED_MAX = 500;

interface Deps extends Pick<AnswerDeps, 'safe' | 'release'> {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly consents: Pick<ConsentStore, 'findByKey' | 'listOf'>;
  readonly ask: ReturnType<typeof makeAskConsent>;
  readonly keepDocument: ReturnType<typeof makeKeepConsentDocument>;
  readonly answer: ReturnType<typeof makeAnswerConsent>;
  readonly revoke: ReturnType<typeof makeRevokeConsent>;
  readonly open: ReturnType<typeof makeOpenConsent>;
  readonly clock: Clock;
}

/** Models name people shown beside them; these answer by their link; staff reviews it. */
export function makeConsentsHandlers(deps: Deps): Handlers<(typeof callsByFeature)['consents'], SiteCaller> {
  const present = (one: KeptConsent): Consent => ({
    id: one.id,
    name: one.name,
    alias: one.alias,
    state: standingOf(one, deps.clock.now()),
    scopes: [...one.scopes],
    valid_from: one.validFrom,
    valid_until: one.validUntil,
    asked_at: toInstant(one.askedAt),
  });
  return {
    listConsents: async (_input, { caller }) => ({
      items: (await deps.consents.listOf(caller.account!.id, LISTED_MAX)).map(present),
    }),
    askConsent: async ({ body }, { caller }) => ({ status: 1, id: await deps.ask(caller.account!, body) }),
    async getConsentInvite({ params }) {
      const one = await deps.consents.findByKey(params.key);
      const model = one && (await deps.accounts.findById(one.modelId));
      if (!model) throw new AppError('common.not_found');
      const { id, name, state, scopes, valid_from, valid_until } = present(one);
      const { version, body_html: text } = deps.release();
      return {
        id: one.id,
        state,
        expired: state !== 'invited',
        model_display_name: model.displayName,
        name,
        scopes,
        valid_from,
        valid_until,
        text,
        text_version: version,
        documents: await documentsOf(deps, { id: id as Uuid }),
        note: one.note,
      };
    },
    async sendConsentDocument({ params, file, fields }) {
      const { kind, expires_on: expiresOn = null } = fields;
      return { status: 1, documents: await deps.keepDocument(params.key, { kind, file, expiresOn }) };
    },
    answerConsent: async ({ params, body }) => ({ status: 1, state: await deps.answer(params.key, body) }),
    async revokeConsent({ params, body }, { caller }) {
      const removed = await deps.revoke(params.id as Uuid, { ...body, account: caller.account });
      return { status: 1, removed };
    },
    openConsent: ({ params, query }, { caller }) => deps.open(params.id as Uuid, query.reason, caller),
  };
}
