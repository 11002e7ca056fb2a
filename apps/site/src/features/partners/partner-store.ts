import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

export interface Partner {
  readonly id: Uuid;
  readonly name: string;
  readonly domain: string;
  readonly secretVersion: number;
  readonly isEnabled: boolean;
  readonly accounts: number;
  readonly createdAt: Date;
}

export interface PartnerLink {
  readonly digest: Buffer;
  readonly kind: 'login' | 'register';
  readonly partnerId: Uuid;
  readonly mac: Buffer;
  readonly email: string;
  readonly accountId: AccountId | null;
  readonly suggestedUsername: string;
  readonly returnTo: string;
  readonly expiresAt: Date;
}

export interface PartnerStore {
  list(): Promise<Partner[]>;
  find(id: Uuid): Promise<Partner | undefined>;
  /** False where another one has this domain. */
  add(partner: Pick<Partner, 'id' | 'name' | 'domain'>, within: Transaction): Promise<boolean>;
  /** The version that its secret is of from now on; undefined for an unknown one. */
  renewSecret(id: Uuid, within: Transaction): Promise<number | undefined>;
  setEnabled(id: Uuid, isEnabled: boolean, within: Transaction): Promise<boolean>;
  /** False where the same request has made one already. */
  addLink(link: PartnerLink): Promise<boolean>;
  /** One that is open, of a partner that is one still. */
  findLink(digest: Buffer, kind: PartnerLink['kind'], now: Date): Promise<PartnerLink | undefined>;
  /** Uses it up; of two at the same moment one has it. */
  takeLink(digest: Buffer, kind: PartnerLink['kind'], now: Date): Promise<PartnerLink | undefined>;
  /** Its use did not succeed. */
  giveBack(digest: Buffer): Promise<void>;
  claim(accountId: AccountId, partnerId: Uuid): Promise<void>;
  /** Of accounts that a partner has brought. */
  findOwn(partnerId: Uuid, email: string): Promise<AccountId | undefined>;
  /** Where somebody goes after logging out; undefined for people who came by themselves. */
  domainOf(accountId: AccountId): Promise<string | undefined>;
  prune(): Promise<void>;
}

const LINK = sql`l.digest, l.kind, l.partner_id as "partnerId", l.mac, l.email, l.account_id as "accountId",
  l.suggested_username as "suggestedUsername", l.return_to as "returnTo", l.expires_at as "expiresAt"`;
const PARTNER = sql`p.id, p.name, p.domain, p.secret_version as "secretVersion", p.is_enabled as "isEnabled",
  (select count(*)::int from partner_accounts a where a.partner_id = p.id) as accounts, p.created_at as "createdAt"`;

export function makePartnerStore({ kysely }: Pick<Database, 'kysely'>): PartnerStore {
  return {
    ...makeLinks({ kysely }),
    async list() {
      const { rows } = await sql<Partner>`select ${PARTNER} from partners p order by p.name, p.id`.execute(
        kysely,
      );
      return rows;
    },
    async find(id) {
      const { rows } = await sql<Partner>`select ${PARTNER} from partners p where p.id = ${id}`.execute(
        kysely,
      );
      return rows[0];
    },
    async add({ id, name, domain }, within) {
      const { rows } = await sql`
        insert into partners (id, name, domain) values (${id}, ${name}, ${domain})
        on conflict (domain) do nothing returning 1`.execute(within);
      return rows.length > 0;
    },
    async renewSecret(id, within) {
      const { rows } = await sql<{ version: number }>`
        update partners set secret_version = secret_version + 1 where id = ${id}
        returning secret_version as version`.execute(within);
      return rows[0]?.version;
    },
    async setEnabled(id, isEnabled, within) {
      const { rows } = await sql`
        update partners set is_enabled = ${isEnabled} where id = ${id} returning 1`.execute(within);
      return rows.length > 0;
    },
    async claim(accountId, partnerId) {
      await sql`insert into partner_accounts (account_id, partner_id) values (${accountId}, ${partnerId})
        on conflict (account_id) do nothing`.execute(kysely);
    },
    async findOwn(partnerId, email) {
      const { rows } = await sql<{ id: AccountId }>`
        select a.id from partner_accounts p join accounts a on a.id = p.account_id
        where p.partner_id = ${partnerId} and lower(a.email) = ${email.toLowerCase()}
        order by a.id limit 1`.execute(kysely);
      return rows[0]?.id;
    },
    async domainOf(accountId) {
      const { rows } = await sql<{ domain: string }>`
        select p.domain from partner_accounts a join partners p on p.id = a.partner_id
        where a.account_id = ${accountId} and p.is_enabled`.execute(kysely);
      return rows[0]?.domain;
    },
    async prune() {
      await sql`delete from partner_links where expires_at < now() - interval '1 day'`.execute(kysely);
    },
  };
}

type Links = Pick<PartnerStore, 'addLink' | 'findLink' | 'takeLink' | 'giveBack'>;

const makeLinks = ({ kysely }: Pick<Database, 'kysely'>): Links => {
  const isOpen = (digest: Buffer, kind: PartnerLink['kind'], now: Date) => sql`
    l.digest = ${digest} and l.kind = ${kind} and l.taken_at is null and l.expires_at > ${now}
      and exists (select 1 from partners p where p.id = l.partner_id and p.is_enabled)`;
  return {
    async addLink(link) {
      const { rows } = await sql`
        insert into partner_links
          (digest, kind, partner_id, mac, email, account_id, suggested_username, return_to, expires_at)
        values (${link.digest}, ${link.kind}, ${link.partnerId}, ${link.mac}, ${link.email}, ${link.accountId},
          ${link.suggestedUsername}, ${link.returnTo}, ${link.expiresAt})
        on conflict (mac) do nothing returning 1`.execute(kysely);
      return rows.length > 0;
    },
    async findLink(digest, kind, now) {
      const { rows } = await sql<PartnerLink>`
        select ${LINK} from partner_links l where ${isOpen(digest, kind, now)}`.execute(kysely);
      return rows[0];
    },
    async takeLink(digest, kind, now) {
      const { rows } = await sql<PartnerLink>`
        update partner_links l set taken_at = ${now} where ${isOpen(digest, kind, now)} returning ${LINK}`.execute(
        kysely,
      );
      return rows[0];
    },
    async giveBack(digest) {
      await sql`update partner_links set taken_at = null where digest = ${digest}`.execute(kysely);
    },
  };
};
