import { z } from 'zod';

/** What only the operator can say about themselves; null: not yet, which the texts show plainly. */
export interface Operator {
  readonly company: string | null;
  /** Postal address in one line. */
  readonly address: string | null;
  /** Name and address of the custodian of records (18 U.S.C. 2257). */
  readonly custodian: string | null;
  /** Day from which the texts apply, `YYYY-MM-DD`; null: the day of each text's own version. */
  readonly textsSince: string | null;
}

const words = (name: string) =>
  z
    .string()
    .trim()
    .max(300, `${name} must be at most 300 characters`)
    .regex(/^[^\p{Cc}]*$/u, `${name} must be one line`)
    .optional();

/** The operator's own fields of the environment. */
export const operatorEnvironment = {
  OPERATOR_COMPANY: words('OPERATOR_COMPANY'),
  OPERATOR_ADDRESS: words('OPERATOR_ADDRESS'),
  RECORDS_CUSTODIAN: words('RECORDS_CUSTODIAN'),
  LEGAL_TEXTS_SINCE: z.iso.date({ error: 'LEGAL_TEXTS_SINCE must be a day such as 2026-12-01' }).optional(),
};

type Given = z.output<z.ZodObject<typeof operatorEnvironment>>;

/** The operator as the environment names them. */
export const operatorOf = (given: Given): Operator => ({
  company: given.OPERATOR_COMPANY || null,
  address: given.OPERATOR_ADDRESS || null,
  custodian: given.RECORDS_CUSTODIAN || null,
  textsSince: given.LEGAL_TEXTS_SINCE ?? null,
});
