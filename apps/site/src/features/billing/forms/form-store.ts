import type { Biller } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';
import type { PostedForm } from '../billers/port/biller-port.ts';

/** How long a form can be opened and answered, in minutes. */
const OPEN_MINUTES = 60;

/** A form of an order that is still open. */
export interface KeptForm extends PostedForm {
  readonly biller: Biller;
}

export interface FormStore {
  /** Keeps the form of an order; a newer one takes its place. */
  keep(order: { readonly id: Uuid; readonly biller: Biller }, form: PostedForm): Promise<void>;
  /** The form of an order, while it can be opened. */
  find(order: Uuid): Promise<KeptForm | undefined>;
  /** Its holder has come back. @returns the form, only for the first call */
  finish(order: Uuid): Promise<KeptForm | undefined>;
  /** Forgets forms that are older than a day. @returns how many */
  prune(): Promise<number>;
}

interface FormRow {
  readonly biller: Biller;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly reference: string | null;
  readonly return_url: string;
}

const formOf = ({ biller, url, fields, reference, return_url: returnUrl }: FormRow): KeptForm => ({
  biller,
  url,
  fields,
  returnUrl,
  ...(reference !== null && { reference }),
});

export function makeFormStore({ kysely }: Pick<Database, 'kysely'>): FormStore {
  return {
    async keep({ id, biller }, { url, fields, reference, returnUrl }) {
      await sql`
        insert into order_forms (order_id, biller, url, fields, reference, return_url)
        values (${id}, ${biller}, ${url}, ${JSON.stringify(fields)}::jsonb, ${reference ?? null}, ${returnUrl})
        on conflict (order_id) do update set url = excluded.url, fields = excluded.fields,
          reference = excluded.reference, return_url = excluded.return_url, made_at = now(), finished_at = null`.execute(
        kysely,
      );
    },
    async find(order) {
      const { rows } = await sql<FormRow>`
        select biller, url, fields, reference, return_url from order_forms
        where order_id = ${order} and finished_at is null
          and made_at > now() - make_interval(mins => ${OPEN_MINUTES})`.execute(kysely);
      return rows[0] && formOf(rows[0]);
    },
    async finish(order) {
      const { rows } = await sql<FormRow>`
        update order_forms set finished_at = now()
        where order_id = ${order} and finished_at is null and reference is not null
          and made_at > now() - make_interval(mins => ${OPEN_MINUTES})
        returning biller, url, fields, reference, return_url`.execute(kysely);
      return rows[0] && formOf(rows[0]);
    },
    async prune() {
      const { numAffectedRows } = await sql`
        delete from order_forms where made_at < now() - interval '1 day'`.execute(kysely);
      return Number(numAffectedRows ?? 0);
    },
  };
}
