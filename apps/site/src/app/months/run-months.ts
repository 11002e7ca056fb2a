import { disputesReachInto } from '../../features/billing/index.ts';
import { earningsReachInto } from '../../features/earnings/index.ts';
import { keepMonths, type LedgerMonth, MonthError, type Months } from '../../features/ledger/index.ts';
import { refundsReachInto } from '../../features/money-desk/index.ts';
import { openBlobs } from '../../platform/blobs/index.ts';
import { type DatabaseConnection, withEmbeddedPostgres } from '../../platform/postgres/index.ts';
import { readSettings } from '../config.ts';

/** Open disputes, refunds under way and unripe earnings keep a month from being sealed. */
const reachesInto = [disputesReachInto, refundsReachInto, earningsReachInto];

const USAGE =
  'npm run months -- list | seal [month] | detach <month> | restore <month> | check [month], months as 2024-01';

type Say = (line: string) => void;

const lineOf = ({ month, state, isOld, counts, file, fileBytes }: LedgerMonth): string =>
  [
    month,
    state,
    ...(state === 'open' && isOld ? ['can be sealed'] : []),
    ...(counts ? [`${counts.transfers} transfers, ${counts.legs} legs, ${counts.holds} holds`] : []),
    ...(file ? [`${file} (${fileBytes} bytes)`] : []),
  ].join('  ');

const monthsToSeal = async (months: Months): Promise<string[]> =>
  (await months.list())
    .filter(({ state, isOld }) => isOld && (state === 'open' || state === 'closing'))
    .map(({ month }) => month);

async function work(months: Months, [what, month]: readonly string[], say: Say): Promise<boolean> {
  if (month !== undefined && !/^\d{4}-\d\d$/.test(month)) throw new MonthError(USAGE);
  switch (what) {
    case 'list':
      for (const one of await months.list()) say(lineOf(one));
      return true;
    case 'seal':
      for (const one of month ? [month] : await monthsToSeal(months))
        say(`${one}: ${await months.seal(one)}`);
      return true;
    case 'detach':
    case 'restore':
      if (!month) throw new MonthError(USAGE);
      say(`${month}: ${await months[what](month)}`);
      return true;
    case 'check': {
      let isRight = true;
      for (const one of month ? [month] : (await months.list()).map((each) => each.month)) {
        const fault = await months.check(one);
        say(`${one}: ${fault ?? 'right'}`);
        isRight &&= fault === undefined;
      }
      return isRight;
    }
    default:
      throw new MonthError(USAGE);
  }
}

/**
 * Seals months of the ledger, takes them out and brings them back, as the role that owns the tables.
 * @returns false where something is wrong. @throws MonthError, or ConfigError for an environment no site starts with
 */
export async function runMonths(
  env: Readonly<Record<string, string | undefined>>,
  words: readonly string[],
  say: Say,
): Promise<boolean> {
  const { databaseUrl, databaseOwnerUrl, dataDir, blobUrl, sealAfterDays } = readSettings(env);
  const run = (connection: DatabaseConnection) =>
    work(
      keepMonths({ connection, blobs: openBlobs(blobUrl), sealAfterDays, reachesInto, onStep: say }),
      words,
      say,
    );
  if (databaseUrl) return run({ connectionString: databaseOwnerUrl ?? databaseUrl });
  const done = await withEmbeddedPostgres(dataDir, ({ owner }) => run(owner));
  if (done === undefined) throw new MonthError('there is no database yet: start the site once');
  return done;
}
