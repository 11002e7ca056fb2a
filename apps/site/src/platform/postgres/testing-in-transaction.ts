import type { Database, Transaction } from './database.ts';

/** A transaction as the product begins one: those of test files themselves are theirs to hold. */
export const inTransaction = <T>(
  { kysely }: Pick<Database, 'kysely'>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> => kysely.transaction().execute(work);
