import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';

export const logoBlob = (id: string): string => `fan-logos/${id}.jpg`;
export const logoUrl = (id: string): string => `/files/fan-logos/${id}.jpg`;

type State = 'new' | 'waiting' | 'shown' | 'kept' | 'given_up' | 'dropped';

/** A logo as it is kept. */
export interface KeptLogo {
  readonly id: Uuid;
  readonly modelId: AccountId;
  readonly state: State;
  readonly submittedAt: Date;
}

/** A performer's own logo: what others see, and what waits for staff. */
export interface OwnLogo {
  readonly shown: Uuid | null;
  readonly waiting: Uuid | null;
}

/** Logos of fan clubs: their files, and the one that a club shows. */
export type LogoStore = ReturnType<typeof makeLogoStore>;

const LOGO = sql`id, model_id as "modelId", state, created_at as "submittedAt"`;

const lockOwner = async (within: Transaction, modelId: AccountId): Promise<void> => {
  await sql`select 1 from accounts where id = ${modelId} for update`.execute(within);
};

const findLocked = async (within: Transaction, id: string): Promise<KeptLogo | undefined> => {
  await sql`select 1 from accounts where id = (select model_id from fan_logos where id = ${id}::uuid)
    for update`.execute(within);
  const { rows } = await sql<KeptLogo>`select ${LOGO} from fan_logos where id = ${id}::uuid`.execute(within);
  return rows[0];
};

/** What a complaint does with one: it goes off the page, and may come back. */
const makeWithholding = () => ({
  /** Whose logo it is, also one that nobody is shown. */
  async findOwner(within: Transaction, id: string): Promise<AccountId | undefined> {
    const { rows } = await sql<{ owner: AccountId }>`
      select model_id as owner from fan_logos where id = ${id}::uuid`.execute(within);
    return rows[0]?.owner;
  },
  /** The logo shown by the club of that name. */
  async findShownOf(within: Transaction, username: string): Promise<Uuid | undefined> {
    const { rows } = await sql<{ id: Uuid }>`
      select l.id from fan_logos l join accounts a on a.id = l.model_id
      where a.username = ${username} and l.state = 'shown'`.execute(within);
    return rows[0]?.id;
  },
  /** Takes it off its club's page. @returns whether it was shown there */
  async withhold(within: Transaction, id: string): Promise<boolean> {
    const logo = await findLocked(within, id);
    await sql`update fan_logos set withheld_at = now(),
        state = case when state in ('waiting', 'shown') then 'kept' else state end
      where id = ${id}::uuid`.execute(within);
    return logo?.state === 'shown';
  },
  /** Its performer has taken it away: it does not come back, whatever becomes of the complaint. */
  async giveUp(within: Transaction, modelId: AccountId): Promise<void> {
    await sql`update fan_logos set state = 'given_up'
      where model_id = ${modelId} and state = 'kept' and withheld_at is not null`.execute(within);
  },
  /** It can be shown again, and is if its club shows none now. */
  async giveBack(within: Transaction, id: string, wasShown: boolean): Promise<void> {
    await findLocked(within, id);
    await sql`update fan_logos l set withheld_at = null,
        state = case when l.state = 'given_up' then 'dropped' when ${wasShown} and not exists (
          select from fan_logos o where o.model_id = l.model_id and o.state = 'shown') then 'shown' else 'kept' end
      where id = ${id}::uuid and state in ('kept', 'given_up')`.execute(within);
  },
});

export function makeLogoStore({ kysely }: Pick<Database, 'kysely'>) {
  return {
    ...makeWithholding(),
    /** Before its file is written, so that no file is left without a row. */
    async add(id: Uuid, modelId: AccountId): Promise<void> {
      await sql`insert into fan_logos (id, model_id) values (${id}, ${modelId})`.execute(kysely);
    },
    /** Changes of one club's logo wait for each other from here on. */
    lockOwner,
    /** The same, by one of her logos. @returns what it is now */
    findLocked,
    async setState(within: Transaction, id: Uuid, state: 'waiting' | 'shown'): Promise<void> {
      await sql`update fan_logos set state = ${state} where id = ${id}`.execute(within);
    },
    /** Drops a club's logos in these states, apart from those of complaints. @returns what they were */
    async drop(
      within: Transaction,
      modelId: AccountId,
      states: readonly State[],
    ): Promise<readonly Pick<KeptLogo, 'id' | 'state'>[]> {
      const { rows } = await sql<Pick<KeptLogo, 'id' | 'state'>>`
        with old as (
          select id, state from fan_logos
          where model_id = ${modelId} and state = any(${[...states]}) and withheld_at is null for update)
        update fan_logos l set state = 'dropped' from old where l.id = old.id
        returning old.id, old.state`.execute(within);
      return rows;
    },
    /** Its file is gone. */
    async forget(id: Uuid): Promise<void> {
      await sql`delete from fan_logos where id = ${id}`.execute(kysely);
    },
    async find(
      id: string,
    ): Promise<{ readonly accountId: AccountId; readonly isShown: boolean } | undefined> {
      const { rows } = await sql<{ accountId: AccountId; isShown: boolean }>`
        select model_id as "accountId", state = 'shown' as "isShown" from fan_logos
        where id = ${id}::uuid and state in ('waiting', 'shown', 'kept') and withheld_at is null`.execute(
        kysely,
      );
      return rows[0];
    },
    async ownOf(modelId: AccountId): Promise<OwnLogo> {
      const { rows } = await sql<Pick<KeptLogo, 'id' | 'state'>>`
        select id, state from fan_logos where model_id = ${modelId} and state in ('waiting', 'shown')`.execute(
        kysely,
      );
      const idOf = (state: State) => rows.find((row) => row.state === state)?.id ?? null;
      return { shown: idOf('shown'), waiting: idOf('waiting') };
    },
    /** Addresses of what clubs show; absent: none. */
    async shownOf(
      modelIds: readonly AccountId[],
      within?: Transaction,
    ): Promise<ReadonlyMap<AccountId, string>> {
      const { rows } = await sql<Pick<KeptLogo, 'id' | 'modelId'>>`
        select id, model_id as "modelId" from fan_logos
        where model_id = any(${[...modelIds]}) and state = 'shown'`.execute(within ?? kysely);
      return new Map(rows.map(({ id, modelId }) => [modelId, logoUrl(id)]));
    },
    async has(id: Uuid): Promise<boolean> {
      const { rows } = await sql`select 1 from fan_logos where id = ${id}`.execute(kysely);
      return rows.length > 0;
    },
    /** Those that wait for staff, the longest waiting first, after that id. */
    async listWaiting(after: Uuid | undefined, limit: number): Promise<readonly KeptLogo[]> {
      const { rows } = await sql<KeptLogo>`
        select ${LOGO} from fan_logos where state = 'waiting'
          and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
        order by id limit ${limit}`.execute(kysely);
      return rows;
    },
    /** Files to remove: given up, or of a day ago and named by nobody. */
    async listLoose(limit: number): Promise<readonly Uuid[]> {
      const { rows } = await sql<Pick<KeptLogo, 'id'>>`
        select id from fan_logos where state = 'dropped'
          or (state = 'new' and created_at < now() - interval '1 day') limit ${limit}`.execute(kysely);
      return rows.map(({ id }) => id);
    },
  };
}
