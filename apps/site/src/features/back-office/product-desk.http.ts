import type { callsByFeature, DeskProduct } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { describeChange } from './describe-change.ts';
import type { KnownProduct, ProductDeskStore, SetProduct } from './product-desk-store.ts';

/** The fields that are set, as the wire names them. */
const fieldsOf = (product: SetProduct) => ({
  internal_id: product.internalId,
  tokens: product.tokens,
  bonus_tokens: product.bonusTokens,
  amount: product.amountCents,
  label: product.label,
  is_oneclick: product.isOneclick,
  position: product.position,
  kind: product.kind,
  biller: product.biller,
  enabled: product.isEnabled,
});

const present = (product: KnownProduct): DeskProduct => ({
  ...fieldsOf(product),
  currency: product.currency,
  sold: product.sold,
});

/** Packages of tokens. An order keeps what it was made of, so a change is for orders that come after it. */
export const makeProductDeskHandlers = (deps: {
  readonly store: ProductDeskStore;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly database: Pick<Database, 'kysely'>;
}): Pick<
  Handlers<(typeof callsByFeature)['back-office'], SiteCaller>,
  'listDeskProducts' | 'saveDeskProduct'
> => {
  const items = async () => (await deps.store.list()).map(present);
  return {
    listDeskProducts: async () => ({ items: await items() }),
    async saveDeskProduct({ body }, { caller }) {
      const product: SetProduct = {
        internalId: body.internal_id,
        tokens: body.tokens,
        bonusTokens: body.bonus_tokens,
        amountCents: body.amount,
        label: body.label || null,
        isOneclick: body.is_oneclick,
        position: body.position,
        // A biller already implies its kind.
        kind: body.biller ? null : body.kind,
        biller: body.biller,
        isEnabled: body.enabled,
      };
      await deps.database.kysely.transaction().execute(async (transaction) => {
        const before = await deps.store.lock(transaction, product.internalId);
        if (before === 'not_a_package' || (before && body.is_new))
          throw new AppError('back_office.name_taken');
        if (!before && !body.is_new) throw new AppError('billing.product_unknown');
        if (before) await deps.store.change(transaction, product);
        else if (!(await deps.store.add(transaction, product))) throw new AppError('back_office.name_taken');
        const detail = describeChange(before && fieldsOf(before), fieldsOf(product));
        if (before && Object.keys(detail).length === 0) return;
        const action = before ? 'products.changed' : 'products.added';
        await deps.auditLog.note(transaction, caller, {
          action,
          target: `product:${product.internalId}`,
          detail,
        });
      });
      return { status: 1, items: await items() };
    },
  };
};
