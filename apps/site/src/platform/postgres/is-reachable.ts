import type { Database } from './database.ts';

/** Whether the database answers now. */
export async function isReachable({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  try {
    await pool.query('select 1');
    return true;
  } catch {
    return false;
  }
}
