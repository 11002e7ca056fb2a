import type { Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { IdentityCaller, IdentityFeature } from '../identity/index.ts';
import type { PartnersFeature } from './compose.ts';
import { makePartnersHandlers, type PartnerUses } from './partners.http.ts';

/** The calls of partners and of people they send. */
export const servePartners = <C extends IdentityCaller>(
  { database, clock }: Pick<Kit, 'database' | 'clock'>,
  uses: PartnerUses<C> & {
    readonly partners: PartnersFeature;
    readonly identity: Pick<IdentityFeature, 'accounts'>;
    readonly audit: Pick<AuditFeature, 'auditLog'>;
  },
) => ({
  handlers: makePartnersHandlers<C>({
    ...uses,
    ...uses.partners,
    accounts: uses.identity.accounts,
    auditLog: uses.audit.auditLog,
    database,
    clock,
  }),
});
