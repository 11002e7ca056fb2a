import type { Contest } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Avatar, buttonClass, Empty, Tag, type TagTone } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useShown } from '../../shared/me/hidden-names.ts';
import { dayWords, lastDayWords } from './day-words.ts';
import './contests.css';

const STATES: Readonly<Record<Contest['state'], readonly [ReactNode, TagTone]>> = {
  running: [<Trans key="running">Running</Trans>, 'ok'],
  coming: [<Trans key="coming">Begins later</Trans>, 'info'],
  past: [<Trans key="past">Over</Trans>, 'neutral'],
};

type Place = Contest['leaderboard'][number];

function Places({ places, id }: { readonly places: readonly Place[]; readonly id: string }) {
  const { i18n } = useLingui();
  // Whom the reader has hidden is in no list.
  const shown = new Set(useShown(places.map(({ user }) => user)).map(({ username }) => username));
  const known = places.filter(({ user }) => shown.has(user.username));
  if (known.length === 0)
    return (
      <p className="text-ink-2">
        <Trans>Nobody has a point yet. To give one, like a performer in their room.</Trans>
      </p>
    );
  return (
    <ol className="contest-places" aria-labelledby={id}>
      {known.map(({ rank, user, points }) => (
        <li key={user.username}>
          <Link className="list-row" to={`/${user.username}`}>
            <span className="contest-rank figure">{rank}</span>
            <Avatar src={user.avatarUrl} name={user.displayName} />
            <span className="strong grow truncate">{user.displayName}</span>
            <span className="figure">
              <Plural value={points} one="# point" other={`${formatCount(points, i18n.locale)} points`} />
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

function ContestSection({ contest }: { readonly contest: Contest }) {
  const { i18n } = useLingui();
  const [words, tone] = STATES[contest.state];
  const first = dayWords(contest.starts_at, i18n.locale);
  const last = lastDayWords(contest.ends_at, i18n.locale);
  const heading = `contest-${contest.id}`;
  return (
    <section className="contest" aria-labelledby={heading}>
      <div className="contest-head">
        <h2 id={heading}>{contest.title}</h2>
        <Tag tone={tone}>{words}</Tag>
      </div>
      <p className="small text-ink-3">
        <time dateTime={contest.starts_at}>{first}</time> – <time dateTime={contest.ends_at}>{last}</time>{' '}
        <Trans>(UTC days, the last one included)</Trans>
      </p>
      <div className="contest-columns">
        <div className="grid content-start gap-3">
          {contest.body.split(/\n{2,}/u).map((paragraph, at) => (
            <p key={at}>{paragraph}</p>
          ))}
          <div>
            <h3 className="label">
              <Trans>Prizes</Trans>
            </h3>
            <ol className="contest-prizes">
              {contest.prizes.map((prize, at) => (
                <li key={at}>
                  <span className="contest-rank figure">{at + 1}</span>
                  {prize}
                </li>
              ))}
            </ol>
          </div>
        </div>
        {contest.state !== 'coming' && (
          <div>
            <h3 id={`${heading}-places`} className="label">
              {contest.state === 'past' ? <Trans>Result</Trans> : <Trans>Current places</Trans>}
            </h3>
            <Places places={contest.leaderboard} id={`${heading}-places`} />
          </div>
        )}
      </div>
    </section>
  );
}

/** Contests for the most likes: those that run, those to come, those that are over. */
export function ContestsPage({ items }: { readonly items: readonly Contest[] }) {
  return (
    <main id="main" className="main pt-4">
      <h1 className="mb-1">
        <Trans>Contests</Trans>
      </h1>
      <p className="mb-4 text-ink-2">
        <Trans>Every like a performer gets during the contest is a point. Likes are free.</Trans>
      </p>
      {items.length === 0 ? (
        <Empty
          title={<Trans>No contest now</Trans>}
          action={
            <Link className={buttonClass({ size: 'small' })} to="/most-liked">
              <Trans>See who is liked this week</Trans>
            </Link>
          }
        >
          <Trans>The next one is announced here.</Trans>
        </Empty>
      ) : (
        items.map((contest) => <ContestSection key={contest.id} contest={contest} />)
      )}
    </main>
  );
}
