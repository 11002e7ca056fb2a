import { type FactReader, when } from '../../platform/events/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { Operator } from '../content-pages/index.ts';
import { wentLive, wentOffline } from '../broadcast/index.ts';
import type { OnboardingFeature } from '../onboarding/index.ts';
import { makeContentStore } from './content-store.ts';
import { makeExportRecords } from './export-records.ts';
import { makeFindPerformers } from './find-performers.ts';
import { makeReadContent } from './read-content.ts';
import { makeRecordStore } from './record-store.ts';
import { makeRecordsHandlers } from './records.http.ts';

/** The index of performers' records (18 U.S.C. 2257): by legal name, by any other name, and by content. */
export function composePerformerRecords(
  { clock, database }: Pick<Kit, 'clock' | 'database'>,
  uses: {
    readonly audit: Pick<AuditFeature, 'auditLog'>;
    readonly onboarding: Pick<OnboardingFeature, 'safe'>;
    readonly operator: Operator;
  },
) {
  const { safe } = uses.onboarding;
  const store = makeRecordStore(database);
  const performers = makeFindPerformers({ store, safe });
  const { operator } = uses;
  const { readContent, readContentOf } = makeReadContent(makeContentStore(database));
  const factReaders: readonly FactReader[] = [
    {
      name: 'performer_records.broadcasts',
      on: [
        when(wentLive, ({ broadcastId, accountId }, within) =>
          store.begin(within, broadcastId, accountId, new Date(clock.now())),
        ),
        when(wentOffline, ({ broadcastId }, within) => store.end(within, broadcastId, new Date(clock.now()))),
      ],
    },
  ];
  return {
    factReaders,
    handlers: makeRecordsHandlers({
      database,
      store,
      performers,
      readContent,
      exportRecords: makeExportRecords({ performers, store, readContentOf, operator, clock }),
      safe,
      ...uses.audit,
      custodian: operator.custodian,
      clock,
    }),
  };
}
