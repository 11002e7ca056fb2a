import type { Bio } from '@klieg/contract';
import { formatCount, formatDay, numberFormat } from '@klieg/i18n';
import {
  Avatar,
  Bar,
  Button,
  buttonClass,
  FactList,
  Icon,
  Picture,
  StateBadge,
  TokenAmount,
} from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { BannerPlace } from '../../shared/banner-place.tsx';
import { useFollow } from '../../shared/me/follow.ts';
import { liveSources } from '../../shared/live-sources.ts';
import { LikeButton } from './like-button.tsx';
import { MoreAbout, useMoreFacts } from './more-about.tsx';
import './people.css';

const STARS = [5, 4, 3, 2, 1] as const;
const POINTS_PER_STAR = 20;
const words = (slug: string): string => slug.replaceAll(/[-_]/g, ' ');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

// The same for the server and for every reader, whatever their time zone.
const monthOf = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(at));

function Head({
  bio,
  followers,
  onFollowers,
}: {
  readonly bio: Bio;
  readonly followers: number;
  readonly onFollowers: (followers: number) => void;
}) {
  const { t, i18n } = useLingui();
  const { user } = bio;
  const { isFollowing, toggle } = useFollow(user.username, onFollowers);
  const isLive = user.status === 'online';
  const facts = [
    user.subjectText,
    bio.country_code && countryName(bio.country_code, i18n.locale),
    user.age === null ? '' : String(user.age),
  ].filter(Boolean);
  return (
    <header className="bio-head">
      <Avatar src={user.avatarUrl ?? user.profilePictureUrl} name={user.displayName} size={48} square />
      <div className="min-w-0 grow">
        <div className="flex items-center gap-2">
          <h1 className="truncate">{user.displayName}</h1>
          <Icon name="seal-check-fill" size={16} label={t`Verified`} className="text-key" />
        </div>
        <p className="small truncate text-ink-2">{facts.join(' · ')}</p>
      </div>
      <div className="bio-actions">
        <Button icon={isFollowing ? 'heart-fill' : 'heart'} aria-pressed={isFollowing} onClick={toggle}>
          {isFollowing ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
          <span className="figure text-ink-2">{formatCount(followers, i18n.locale)}</span>
        </Button>
        <Link className={buttonClass({ kind: 'key' })} to={`/${user.username}`}>
          {isLive ? <Trans>Watch live</Trans> : <Trans>Open the room</Trans>}
        </Link>
      </div>
    </header>
  );
}

function Ratings({ ratings }: Pick<Bio, 'ratings'>) {
  const { t, i18n } = useLingui();
  if (ratings.count === 0)
    return (
      <p className="text-ink-2">
        <Trans>No ratings yet. Viewers rate after tipping 25 tokens.</Trans>
      </p>
    );
  const average = numberFormat(i18n.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    ratings.average / POINTS_PER_STAR,
  );
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="display text-t5">{average}</span>
        <span className="small text-ink-3">
          <Trans>of 5, in {formatCount(ratings.count, i18n.locale)} ratings</Trans>
        </span>
      </p>
      <ul className="grid gap-1">
        {STARS.map((stars) => {
          const count = ratings.by_stars[stars];
          return (
            <li key={stars} className="flex items-center gap-2">
              <span className="figure flex w-8 items-center gap-1">
                {stars} <Icon name="star-fill" size={14} className="text-key" />
              </span>
              <span className="grow">
                <Bar percent={(100 * count) / ratings.count} label={t`${stars} of 5 stars`} />
              </span>
              <span className="figure w-10 text-right text-ink-2">{formatCount(count, i18n.locale)}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Module({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="label">{title}</h2>
      </div>
      {children}
    </section>
  );
}

function LivePicture({ user }: Pick<Bio, 'user'>) {
  const { i18n } = useLingui();
  const isLive = user.status === 'online';
  return (
    <Link className="bio-picture" to={`/${user.username}`} aria-label={user.displayName}>
      {user.thumb_url && (
        <Picture src={user.thumb_url} sources={liveSources(user.thumb_url)} sizes="100vw" eager />
      )}
      {isLive && (
        <span className="bio-badge">
          <StateBadge look="live" />
          <span className="pill">
            <Icon name="eye" size={14} />
            {formatCount(user.viewer_count, i18n.locale)}
          </span>
        </span>
      )}
    </Link>
  );
}

function About({ bio, followers }: { readonly bio: Bio; readonly followers: number }) {
  const { i18n } = useLingui();
  const { user } = bio;
  const isLive = user.status === 'online';
  const more = useMoreFacts(bio);
  const day = (at: string) => formatDay(Date.parse(at), i18n.locale);
  const facts = [
    ...(bio.languages.length > 0
      ? [
          {
            label: <Trans>Languages</Trans>,
            value: bio.languages.map((slug) => capital(words(slug))).join(', '),
          },
        ]
      : []),
    ...(bio.country_code
      ? [{ label: <Trans>From</Trans>, value: countryName(bio.country_code, i18n.locale) }]
      : []),
    ...more,
    { label: <Trans>Room opened</Trans>, value: monthOf(bio.joined_at, i18n.locale) },
    ...(bio.last_online_at && !isLive
      ? [{ label: <Trans>Last live</Trans>, value: day(bio.last_online_at) }]
      : []),
    {
      label: <Trans>Followers</Trans>,
      value: <span className="figure">{formatCount(followers, i18n.locale)}</span>,
    },
  ];
  return (
    <Module title={<Trans>About</Trans>}>
      {bio.about ? (
        <p className="bio-words">{bio.about}</p>
      ) : (
        <p className="text-ink-2">
          <Trans>{user.displayName} has not written anything here yet.</Trans>
        </p>
      )}
      <FactList facts={facts} />
      <MoreAbout bio={bio} />
      {bio.tags.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {bio.tags.map((tag) => (
            <Link key={tag} className="tag" to={`/search?q=${encodeURIComponent(words(tag))}`}>
              {words(tag)}
            </Link>
          ))}
        </div>
      )}
    </Module>
  );
}

function Prices({
  user,
  exclusive_cost: exclusiveCost,
  fanClub,
}: Pick<Bio, 'user' | 'exclusive_cost'> & { readonly fanClub: ReactNode }) {
  const prices = [
    ...(user.private_enabled
      ? [
          {
            label: <Trans>Private</Trans>,
            value: <TokenAmount amountTokens={user.private_cost} unit={<Trans>/min</Trans>} />,
          },
          {
            label: <Trans>Exclusive</Trans>,
            value: <TokenAmount amountTokens={exclusiveCost} unit={<Trans>/min</Trans>} />,
          },
        ]
      : []),
    ...(user.spy_cost === null
      ? []
      : [
          {
            label: <Trans>Spy</Trans>,
            value: <TokenAmount amountTokens={user.spy_cost} unit={<Trans>/min</Trans>} />,
          },
        ]),
  ];
  return (
    <Module title={<Trans>Prices</Trans>}>
      {prices.length > 0 ? (
        <FactList facts={prices} />
      ) : (
        <p className="text-ink-2">
          <Trans>The room is free to watch; privates are not offered.</Trans>
        </p>
      )}
      {fanClub}
    </Module>
  );
}

export interface BioPageProps {
  readonly bio: Bio;
  /** Ways to the other pages of the performer. */
  readonly tabs?: ReactNode;
  /** The way to the performer's fan club. */
  readonly fanClub?: ReactNode;
  /** What the performer has announced. */
  readonly schedule: ReactNode;
  /** Cards of similar performers. */
  readonly related: readonly ReactNode[];
}

/** Who a performer is: words, facts, ratings, prices, and the way into the room. */
export function BioPage({ bio, tabs, fanClub, schedule, related }: BioPageProps) {
  const { user } = bio;
  const [followers, setFollowers] = useState(bio.followers);
  return (
    <main id="main" className="bio">
      <LivePicture user={user} />
      <Head bio={bio} followers={followers} onFollowers={setFollowers} />
      {tabs}
      <div className="rack bio-rack">
        <About bio={bio} followers={followers} />
        <Module title={<Trans>Ratings</Trans>}>
          <Ratings ratings={bio.ratings} />
          <div>
            <LikeButton username={user.username} />
          </div>
        </Module>
        <Prices user={user} exclusive_cost={bio.exclusive_cost} fanClub={fanClub} />
      </div>
      {schedule}
      {related.length > 0 && (
        <section className="bio-related">
          <div className="section-head">
            <h2>
              <Trans>Similar performers</Trans>
            </h2>
          </div>
          <div className="card-grid card-row">{related}</div>
        </section>
      )}
      {/* Who it is comes first, as in a room. */}
      <BannerPlace />
    </main>
  );
}
