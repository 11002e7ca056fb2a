import { type AccountId, type Clock, type Uuid, uuidv7 } from '@klieg/kernel';
import { EXPORT_KEPT_DAYS } from '@klieg/contract/features/data-rights/limits';
import { DAY_MS } from '@klieg/kernel/time';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { checkProgram, readme } from './archive/archive-words.ts';
import type { ArchiveSigner } from './archive/signing.ts';
import { type FileToZip, writeDirectory, writeFiles, type ZipFile } from './archive/zip-writer.ts';
import type { ArchiveSteps } from './archive-steps.ts';
import type { DataExport, ExportsStore } from './exports-store.ts';
import type { Person, RowsOf } from './rows-of-store.ts';
import { allTables } from './tables/all-tables.ts';

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: ExportsStore;
  readonly rowsOf: Pick<RowsOf, 'findPerson'>;
  readonly steps: ArchiveSteps;
  readonly blobs: BlobStore;
  readonly signer: ArchiveSigner;
  readonly siteNameFor: (accountId: AccountId) => Promise<string>;
  readonly onReady: (accountId: AccountId, within: Transaction) => Promise<void>;
  readonly clock: Clock;
}

export const archiveBlob = (id: Uuid): string => `exports/${id}.zip`;

/** How often one is tried before it is given up. */
export const TRIES_MAX = 5;

async function* bytesOf(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

const textFile = (name: string, content: string | Buffer): FileToZip => ({
  name,
  content: bytesOf(Buffer.from(content)),
  isPacked: false,
});

async function* listed(files: readonly FileToZip[]): AsyncGenerator<FileToZip> {
  yield* files;
}

/** Tables that are not in an archive, with the reason. */
const leftOut = Object.entries(allTables).flatMap(([table, { out, mine }]) =>
  'not' in out && mine ? [[table, out.not] as const] : [],
);

/**
 * Makes archives step by step: each step is a blob of its own, so that a crash costs one step and no archive is ever
 * whole in memory.
 */
export function makeArchives(deps: Deps) {
  const { store, blobs, steps } = deps;

  const removeParts = async (id: Uuid): Promise<void> => {
    for (const blob of await store.listBlobs(id)) {
      await blobs.remove(blob);
      await store.forgetPart(blob);
    }
  };

  /** Writes the files of one step as a piece. */
  const writePart = async (of: DataExport, person: Person): Promise<boolean> => {
    const step = steps.list[of.stepsDone]!;
    const blob = `exports/${of.id}/${of.version}-${uuidv7()}`;
    await store.addPart(of.id, blob);
    const files: ZipFile[] = [];
    const progress = { cursor: of.cursor, isDone: true };
    const content = writeFiles(step(person, of, progress), of.askedAt, (file) => void files.push(file));
    const sizeBytes = await blobs.put(blob, content);
    const next = progress.isDone
      ? { stepsDone: of.stepsDone + 1, cursor: null }
      : { stepsDone: of.stepsDone, cursor: progress.cursor };
    return store.finishStep(of, next, { blob, sizeBytes, files });
  };

  /** Joins the pieces, and adds the overall description at the end. */
  const assemble = async (of: DataExport, person: Person): Promise<void> => {
    const parts = await store.listParts(of.id);
    const siteName = await deps.siteNameFor(of.accountId);
    const words = readme({ username: person.username, siteName, at: of.askedAt, left: leftOut });
    const known: ZipFile[] = [];
    let from = 0;
    for (const part of parts) {
      const begin = from;
      known.push(...part.files.map((file) => ({ ...file, offset: file.offset + begin })));
      from += part.sizeBytes;
    }
    const add = async function* (files: readonly FileToZip[]) {
      const begin = from;
      const written = writeFiles(listed(files), of.askedAt, (file) =>
        known.push({ ...file, offset: file.offset + begin }),
      );
      for await (const chunk of written) {
        from += chunk.length;
        yield chunk;
      }
    };
    const whole = async function* () {
      for (const { blob } of parts) yield* blobs.read(blob) as AsyncIterable<Uint8Array>;
      yield* add([textFile('README.txt', words), textFile('check-archive.mjs', checkProgram())]);
      const manifest = Buffer.from(
        JSON.stringify({
          site: siteName,
          username: person.username,
          made_at: of.askedAt.toISOString(),
          files: known.map(({ name, sizeBytes, sha256 }) => ({ name, size: sizeBytes, sha256 })),
        }),
      );
      yield* add([
        textFile('manifest.json', manifest),
        textFile('manifest.sig', deps.signer.sign(manifest)),
        textFile('public-key.txt', deps.signer.publicKey),
      ]);
      yield writeDirectory(known, from, of.askedAt);
    };
    const sizeBytes = await blobs.put(archiveBlob(of.id), whole());
    const readyAt = new Date(deps.clock.now());
    const expiresAt = new Date(readyAt.getTime() + EXPORT_KEPT_DAYS * DAY_MS);
    await deps.database.kysely.transaction().execute(async (within) => {
      if (await store.setReady(of, { readyAt, expiresAt, sizeBytes }, within))
        await deps.onReady(of.accountId, within);
    });
    await removeParts(of.id);
  };

  return {
    /** All steps there are, the last one among them. */
    stepsCount: steps.list.length + 1,
    /** Continues one until it is done; stops when another worker has continued it. */
    async make(id: Uuid): Promise<void> {
      for (;;) {
        const one = await store.find(id);
        if (one?.state !== 'making') return;
        const person = await deps.rowsOf.findPerson(one.accountId);
        if (!person) return;
        if (one.stepsDone >= steps.list.length) return assemble(one, person);
        if (!(await writePart(one, person))) return;
      }
    },
    /** Deletes an archive with all its pieces. */
    async remove(id: Uuid): Promise<void> {
      await removeParts(id);
      await blobs.remove(archiveBlob(id));
      await store.setState(id, 'gone');
    },
    async fail(id: Uuid): Promise<void> {
      await store.setState(id, 'failed');
      await removeParts(id);
    },
  };
}
export type Archives = ReturnType<typeof makeArchives>;
