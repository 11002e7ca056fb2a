import type { FanLevel } from '@klieg/contract';
import { formatCount, formatDay } from '@klieg/i18n';
import { Button, Empty, ErrorBox, Field, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMorePages } from '#app/shared/use-more-pages.ts';
import { FAN_LEVELS, LevelName } from '../level-words.tsx';
import { LevelSelect } from './level-select.tsx';

type Fans = Answer<'listFans'>;
type Fan = Fans['items'][number];

/** The number of members per level, and this month's earnings. */
function Figures({ counts, earned }: { readonly counts: Fans['counts']; readonly earned: number }) {
  const { i18n } = useLingui();
  return (
    <div className="rack club-counts">
      {FAN_LEVELS.map((level) => (
        <div key={level} className="module">
          <span className="small text-ink-2">
            <LevelName level={level} />
          </span>
          <b className="figure text-t4">{formatCount(counts[level], i18n.locale)}</b>
        </div>
      ))}
      <div className="module">
        <span className="small text-ink-2">
          <Trans>Earned this month</Trans>
        </span>
        <b className="text-t4">
          <TokenAmount amountTokens={earned} />
        </b>
        <Link className="small" to="/account/tokens">
          <Trans>Your statement</Trans>
        </Link>
      </div>
    </div>
  );
}

function Row({ fan }: { readonly fan: Fan }) {
  const { i18n } = useLingui();
  const since = formatDay(fan.since, i18n.locale);
  const until = formatDay(fan.renews_at, i18n.locale);
  return (
    <li className="club-fan">
      <b className="truncate">{fan.user.username}</b>
      <LevelName level={fan.level} />
      <span className="small grow text-ink-2">
        <Trans>
          since {since}, paid until {until}
        </Trans>
      </span>
      <TokenAmount amountTokens={fan.spent} />
    </li>
  );
}

function List({
  level,
  onRead,
}: {
  readonly level: FanLevel | undefined;
  readonly onRead: (page: Fans) => void;
}) {
  const { t, i18n } = useLingui();
  const [hidden, setHidden] = useState(0);
  const read = useCallback(
    async (cursor: string | undefined, signal: AbortSignal) => {
      const query = { limit: '60', ...(cursor && { cursor }), ...(level && { level }) };
      const page = await lateApi.listFans({ query, signal });
      onRead(page);
      setHidden((old) => (cursor ? old : 0) + page.hidden);
      return page;
    },
    [level, onRead],
  );
  const { items, hasFailed, hasMore, isBusy, loadMore } = useMorePages<Fan>(read);
  const count = formatCount(hidden, i18n.locale);
  return (
    <>
      {hasFailed && <ErrorBox title={<Trans>Your members did not load</Trans>} onRetry={loadMore} />}
      {!items && !hasFailed && <div className="skeleton h-24" aria-busy="true" />}
      {items?.length === 0 && hidden === 0 && (
        <Empty title={<Trans>Nobody is a member yet</Trans>}>
          <Trans>New members are listed here, newest first.</Trans>
        </Empty>
      )}
      {items && items.length > 0 && (
        <ul aria-label={t`Members`}>
          {items.map((fan) => (
            <Row key={fan.user.username} fan={fan} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className="small text-ink-2">
          <Plural
            value={hidden}
            one={`${count} more member hides their name from performers.`}
            other={`${count} more members hide their names from performers.`}
          />
        </p>
      )}
      {hasMore && (
        <div>
          <Button kind="line" busy={isBusy} onClick={loadMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

/** Members by level, and the club's earnings. */
export function FanList() {
  const { t } = useLingui();
  const [level, setLevel] = useState<FanLevel>();
  const [totals, setTotals] = useState<Pick<Fans, 'counts' | 'month_earned'>>();
  return (
    <section className="club-blocks" aria-label={t`Members`}>
      <h2>
        <Trans>Members</Trans>
      </h2>
      {totals ? (
        <Figures counts={totals.counts} earned={totals.month_earned} />
      ) : (
        <div className="skeleton h-20" aria-busy="true" />
      )}
      <Field label={<Trans>Show</Trans>}>
        <LevelSelect value={level} all={t`All levels`} onPick={setLevel} />
      </Field>
      <List key={level ?? 'all'} level={level} onRead={setTotals} />
    </section>
  );
}
