import type { AccountId, Uuid } from '@klieg/kernel';
import { setImmediate as breathe } from 'node:timers/promises';
import { DAY_MS } from '@klieg/kernel/time';
import type { OnboardingFeature, VaultOwner } from '../onboarding/index.ts';
import { makeFitsName } from './name-rules.ts';
import type { ContentFilter, OpenRecord, RecordStore, UsedName } from './record-store.ts';

/** A performer with data sealed in the vault. */
export interface Performer extends OpenRecord {
  /** The newest first. */
  readonly legalNames: readonly string[];
  readonly birthDate: string | null;
  /** Names of the stage, as the person has written them. */
  readonly stageNames: readonly string[];
  readonly usedNames: readonly UsedName[];
}

export type Search =
  | { readonly by: 'all' }
  | { readonly by: 'legal_name' | 'alias' | 'content'; readonly q: string };

export interface FindPerformers {
  /** Everybody whom a search means: models by their numbers, then co-performers, the oldest first. */
  find(search: Search): Promise<VaultOwner[]>;
  /** In the order of the keys; without those that there are not. */
  load(keys: readonly VaultOwner[]): Promise<Performer[]>;
}

const BATCH = 200;
const unique = (names: readonly string[]): string[] => [...new Set(names.filter((name) => name !== ''))];

const namesOf = ({ username, called, alias, stageNames, usedNames }: Performer): string[] =>
  [username, called, alias, ...stageNames, ...usedNames.map(({ name }) => name)].filter(
    (name) => name !== null,
  );

const filterOf = (q: string): ContentFilter => {
  if (q.includes('-') && q.length > 10) return { id: q as Uuid };
  const from = new Date(q);
  return { from, to: new Date(from.getTime() + DAY_MS) };
};

/** Legal names are nowhere in clear text, not even as digests that could be guessed: a search opens all of them. */
export function makeFindPerformers(deps: {
  readonly store: RecordStore;
  readonly safe: Pick<OnboardingFeature['safe'], 'records' | 'vault'>;
}): FindPerformers {
  const { store, safe } = deps;

  const openPersons = async (keys: readonly VaultOwner[]) => {
    const persons = new Map<VaultOwner, { legal: string; born: string; stage: readonly string[] }[]>();
    for (const record of await safe.records.listPersons(keys)) {
      const told = persons.get(record.owner) ?? [];
      if (typeof record.owner === 'string') {
        const { legal_name: legal, birth_date: born, alias } = safe.vault.openPerformer(record);
        told.push({ legal, born, stage: [alias] });
      } else {
        const person = safe.vault.openPerson(record);
        const legal = `${person.legal_first_name} ${person.legal_last_name}`;
        told.push({ legal, born: person.birth_date, stage: person.aliases });
      }
      persons.set(record.owner, told);
    }
    return persons;
  };

  const load: FindPerformers['load'] = async (keys) => {
    const [open, persons, names] = await Promise.all([
      store.load(keys),
      openPersons(keys),
      store.listNames(keys.filter((key) => typeof key !== 'string')),
    ]);
    const openOf = new Map(open.map((one) => [one.key, one]));
    const namesByAccount = Map.groupBy(names, ({ accountId }) => accountId);
    return keys.flatMap((key) => {
      const one = openOf.get(key);
      if (!one) return [];
      const told = persons.get(key) ?? [];
      return {
        ...one,
        legalNames: unique(told.map(({ legal }) => legal)),
        birthDate: told[0]?.born ?? null,
        stageNames: unique(told.flatMap(({ stage }) => stage)),
        usedNames: namesByAccount.get(key as AccountId) ?? [],
      };
    });
  };

  async function* walk(content?: ContentFilter): AsyncGenerator<VaultOwner[]> {
    for (let after: AccountId | undefined; ;) {
      const found = await store.listModels(after, BATCH, content);
      yield found;
      if (found.length < BATCH) break;
      after = found.at(-1);
    }
    for (let after: Uuid | undefined; ;) {
      const found = await store.listCoPerformers(after, BATCH, content);
      yield found;
      if (found.length < BATCH) return;
      after = found.at(-1);
    }
  }

  return {
    load,
    async find(search) {
      const found: VaultOwner[] = [];
      const content = search.by === 'content' ? filterOf(search.q) : undefined;
      const fits = 'q' in search && !content ? makeFitsName(search.q) : undefined;
      for await (const keys of walk(content)) {
        if (!fits) found.push(...keys);
        else {
          const performers = await load(keys);
          const isMeant = (one: Performer) =>
            (search.by === 'legal_name' ? one.legalNames : namesOf(one)).some(fits);
          found.push(...performers.filter(isMeant).map(({ key }) => key));
        }
        // Other requests to this process wait for at most one batch.
        await breathe();
      }
      return found;
    },
  };
}
