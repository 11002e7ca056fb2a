import type { callsByFeature, DeskPromo } from '@klieg/contract';
import { AppError, type Clock, toInstant } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import type { Handlers } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { BillingFeature } from '../billing/index.ts';
import { type PromoFeature } from '../promo/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { CodeDeskStore, KnownCode, SetCode } from './code-desk-store.ts';
import { codeState, discountOf } from './code-rules.ts';
import { describeChange } from './describe-change.ts';

/** The fields that are set, as the wire names them. */
const fieldsOf = (code: SetCode) => ({
  code: code.code,
  tokens: code.tokens,
  title: code.title,
  text: code.body,
  image_url: code.imageUrl,
  internal_id: code.internalId,
  limits: { uses_max: code.usesMax },
  starts_at: toInstant(code.startsAt),
  ends_at: code.endsAt && toInstant(code.endsAt),
  advert_ids: [...code.advertIds],
});

const present = (code: KnownCode, now: number): DeskPromo => ({
  ...fieldsOf(code),
  discount: discountOf(code),
  uses: code.uses,
  state: codeState(code, now),
});

/** Codes of free tokens and the offers that lead to them. What a code has given stays given. */
export const makePromoDeskHandlers = (deps: {
  readonly store: CodeDeskStore;
  readonly products: Pick<BillingFeature['products'], 'findPackage'>;
  readonly budget: PromoFeature['budget'];
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly database: Pick<Database, 'kysely'>;
  readonly clock: Clock;
}): Pick<
  Handlers<(typeof callsByFeature)['back-office'], SiteCaller>,
  'listDeskPromos' | 'saveDeskPromo'
> => {
  const { budget, clock } = deps;
  const items = async () => (await deps.store.list()).map((code) => present(code, clock.now()));
  return {
    listDeskPromos: async () => ({
      items: await items(),
      budget_tokens: budget.tokens,
      promised_tokens: await budget.promisedOn(utcDayOf(clock.now())),
    }),
    async saveDeskPromo({ body }, { caller }) {
      const code: SetCode = {
        code: body.code,
        tokens: body.tokens,
        title: body.title,
        body: body.text,
        imageUrl: body.image_url,
        internalId: body.internal_id,
        usesMax: body.limits.uses_max,
        startsAt: new Date(body.starts_at),
        endsAt: body.ends_at === null ? null : new Date(body.ends_at),
        advertIds: [...new Set(body.advert_ids)],
      };
      if (code.endsAt && code.endsAt <= code.startsAt) throw new AppError('back_office.dates_invalid');
      if (code.internalId !== null && !(await deps.products.findPackage(code.internalId)))
        throw new AppError('billing.product_unknown');
      await deps.database.kysely.transaction().execute(async (transaction) => {
        const before = await deps.store.lock(transaction, code.code);
        if (before && body.is_new) throw new AppError('back_office.name_taken');
        if (before) await deps.store.change(transaction, code);
        else if (!(await deps.store.add(transaction, code))) throw new AppError('back_office.name_taken');
        const detail = describeChange(before && fieldsOf(before), fieldsOf(code));
        if (before && Object.keys(detail).length === 0) return;
        const action = before ? 'promos.changed' : 'promos.added';
        await deps.auditLog.note(transaction, caller, { action, target: `promo:${code.code}`, detail });
      });
      return { status: 1, items: await items() };
    },
  };
};
