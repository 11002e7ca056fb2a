import type { Operator } from '../operator-settings.ts';
import { escapeHtml } from '#site/platform/escape-html.ts';

/** A placeholder address; mails to it reach nobody. */
const NO_ADDRESS = /@[\w.-]*\.invalid$/;

/** Plainly marked, so that neither the operator nor a reader takes it for a value. */
const missing = (what: string): string =>
  `<mark class="to-fill-in">[to be filled in by the operator: ${what}]</mark>`;

const field = (value: string | null, what: string): string =>
  value === null ? missing(what) : escapeHtml(value);

/** The operator's fields as HTML, by the names that texts give them. */
export function operatorFields(operator: Operator, supportEmail: string): Readonly<Record<string, string>> {
  const address = escapeHtml(supportEmail);
  return {
    company: field(operator.company, 'name of the company'),
    address: field(operator.address, 'postal address'),
    custodian: field(operator.custodian, 'name and address of the custodian of records'),
    contact: NO_ADDRESS.test(supportEmail)
      ? missing('contact mail address')
      : `<a class="text-link" href="mailto:${address}">${address}</a>`,
    since: field(operator.textsSince, 'day from which this text holds'),
  };
}
