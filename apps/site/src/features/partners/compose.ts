import { type AccountId } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { makePartnerLinks } from './partner-links.ts';
import { makePartnerStore } from './partner-store.ts';

export type PartnersFeature = ReturnType<typeof composePartners>;

/** Partners who bring people. Its calls are served by `servePartners`, when sessions are there. */
export function composePartners(
  { database, clock, secretOf }: Pick<Kit, 'database' | 'clock' | 'secretOf'>,
  uses: {
    readonly identity: Pick<IdentityFeature, 'accounts'>;
    readonly publicUrl: string;
    readonly jobs: JobQueue;
    readonly mailer: Mailer;
  },
) {
  const store = makePartnerStore(database);
  const key = secretOf('partners');
  const { accounts } = uses.identity;
  const links = makePartnerLinks({ ...uses, store, accounts, key, clock });
  const chores: readonly Chore[] = [
    { failure: 'old links of partners could not be dropped', everyMs: DAY_MS, on: 'one', run: store.prune },
  ];
  return {
    store,
    links,
    key,
    chores,
    work: links.work,
    /** Where somebody goes who logs out: home to the partner that has brought them. */
    async homeOf(accountId: AccountId): Promise<string | null> {
      const domain = await store.domainOf(accountId);
      return domain === undefined ? null : `https://${domain}/`;
    },
  };
}
