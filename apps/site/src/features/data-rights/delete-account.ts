import { randomBytes } from 'node:crypto';
import type { AccountId, Clock, Uuid } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import { hashPassword } from '../identity/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import { vaultBlob } from '../onboarding/index.ts';
import type { SessionEnded, SessionStore } from '../sessions/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { TABLES_WITH_FILES } from './archive-steps.ts';
import type { DataMailer } from './data-mailer.ts';
import type { DeleteRows } from './delete-rows-store.ts';
import { type DeletionSight, holdsOf } from './deletion-rules.ts';
import type { Deletion, DeletionsStore } from './deletions-store.ts';
import type { Archives } from './make-archive.ts';
import type { ExportsStore } from './exports-store.ts';
import type { Person, RowsOf } from './rows-of-store.ts';

/** How long one worker may hold a deletion. */
const LEASE_MS = 10 * MINUTE_MS;
/** Per round; more wait for the next. */
const BATCH = 20;

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: DeletionsStore;
  readonly exports: Pick<ExportsStore, 'findNewest'>;
  readonly archives: Pick<Archives, 'remove'>;
  readonly rows: DeleteRows;
  readonly rowsOf: RowsOf;
  readonly blobs: BlobStore;
  readonly sessions: Pick<SessionStore, 'endAll'>;
  readonly announce: (ended: SessionEnded) => void;
  readonly wallet: Pick<Wallet, 'spendableOf' | 'withdraw'>;
  readonly sightOf: (accountId: AccountId) => Promise<DeletionSight>;
  readonly mails: DataMailer;
  readonly clock: Clock;
}

/** The name under which what law asks for is kept: says nothing, and nobody can register it. */
const pseudonymOf = ({ id }: Deletion): string => `deleted_${id.replaceAll('-', '').slice(-10)}`;

/** Deletes accounts whose days are over, in steps that are each safe to be done again. */
export function makeDeleteAccounts(deps: Deps) {
  const { store, rows, blobs } = deps;

  /** Ends every log-in, everything published, and the remaining balance. */
  const shut = async ({ id, accountId }: Deletion, person: Person): Promise<void> => {
    await deps.mails.now(accountId, { code: 'deletion_done' });
    const hash = await hashPassword(randomBytes(32).toString('base64'));
    await rows.shut(person, hash, new Date(deps.clock.now()));
    await deps.sessions.endAll(accountId);
    deps.announce({ accountId, reason: 'suspended' });
    const amountTokens = await deps.wallet.spendableOf(accountId);
    if (amountTokens > 0)
      await deps.wallet.withdraw({
        id: deriveTransferId('deletion', id),
        person: accountId,
        amountTokens,
        note: { ref: { type: 'deletion', id } },
      });
  };

  const removeFiles = async ({ accountId }: Deletion, person: Person): Promise<void> => {
    for (const { table, out, files } of TABLES_WITH_FILES)
      for await (const row of deps.rowsOf.read(table, out, person))
        for (const { blob } of files(row)) await blobs.remove(blob);
    if (!person.isModel)
      for await (const { id } of deps.rowsOf.read('vault_records', { columns: ['id'] }, person))
        await blobs.remove(vaultBlob(id as Uuid));
    for (;;) {
      const archive = await deps.exports.findNewest(accountId);
      if (!archive) return;
      await deps.archives.remove(archive.id);
    }
  };

  const clearTables = async (of: Deletion, person: Person): Promise<void> => {
    for (const table of rows.tables) await rows.clear(table, person, pseudonymOf(of));
  };

  const finish = (of: Deletion, person: Person): Promise<void> =>
    rows.finish(person, pseudonymOf(of), of.id, new Date(deps.clock.now()));

  const steps = [shut, removeFiles, clearTables, finish];

  const answerHeld = (of: Deletion, hold: ReturnType<typeof holdsOf>[number]): Promise<void> =>
    deps.database.kysely.transaction().execute(async (within) => {
      const isNew = await store.hold(of.id, hold, new Date(deps.clock.now()), within);
      if (isNew) await deps.mails.later(of.accountId, { code: 'deletion_held', hold }, within);
    });

  const run = async (of: Deletion): Promise<void> => {
    const findHold = async () => holdsOf(await deps.sightOf(of.accountId))[0];
    if (of.state !== 'running') {
      const hold = await findHold();
      if (hold) return answerHeld(of, hold);
      if (!(await store.begin(of.id))) return;
      // What came between the look and the beginning still holds it.
      const late = await findHold();
      if (late) return answerHeld(of, late);
    }
    for (let step = of.step; step < steps.length; step++) {
      const person = await deps.rowsOf.findPerson(of.accountId);
      if (!person) return;
      await steps[step]!(of, person);
      if (step + 1 < steps.length) await store.setStep(of.id, step + 1);
    }
  };

  return {
    /** Goes on with those that are due; several nodes share them. */
    async runDue(): Promise<void> {
      for (let count = 0; count < BATCH; count++) {
        const now = deps.clock.now();
        const due = await store.claim(new Date(now), new Date(now + LEASE_MS));
        if (!due) return;
        await run(due);
      }
    },
  };
}
