import { HOUR_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '#site/platform/kit.ts';
import type { KeepForm } from '../billers/port/biller-port.ts';
import { makeOrderSeal } from '../billers/port/seal-order.ts';
import { makeFormStore } from './form-store.ts';
import { challengePath, formPath } from './serve-posted-pages.ts';

/** Names of orders as billers carry them, and forms that pages of ours post to billers and banks. */
export function composeForms(
  { database, secretOf }: Pick<Kit, 'database' | 'secretOf'>,
  { publicUrl }: { readonly publicUrl: string },
) {
  const seal = makeOrderSeal(secretOf('orders at billers'));
  const forms = makeFormStore(database);
  const keepForm: KeepForm = async (order, makeForm) => {
    const sealed = seal.seal(order.id);
    await forms.keep(order, makeForm(publicUrl + challengePath(sealed)));
    return publicUrl + formPath(sealed);
  };
  const chore: Chore = {
    failure: 'old forms of payment pages could not be forgotten',
    everyMs: HOUR_MS,
    on: 'one',
    run: forms.prune,
  };
  return { forms, keepForm, seal, chore };
}
