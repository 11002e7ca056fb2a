import type { Bio } from '@klieg/contract';
import { formatCount, formatDay } from '@klieg/i18n';
import { FactList } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { BannerPlace } from '../../shared/banner-place.tsx';
import { BioHead, BioPicture } from './bio-head.tsx';
import { BioModule } from './bio-module.tsx';
import { BioPrices } from './bio-prices.tsx';
import { BioRatings } from './bio-ratings.tsx';
import { capital } from '#app/shared/capital.ts';
import { countryName } from '#app/shared/country-name.ts';
import { LikeButton } from './like-button.tsx';
import { MoreAbout, useMoreFacts } from './more-about.tsx';
import { WeekHours } from './week-hours.tsx';
import './people.css';

/** Where the tab of the schedule leads (person-tabs.tsx). */
const SCHEDULE_ID = 'schedule';

const words = (slug: string): string => slug.replaceAll(/[-_]/g, ' ');

// The same for the server and for every reader, whatever their time zone.
const monthOf = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(at));

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
    <BioModule title={<Trans>About</Trans>}>
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
    </BioModule>
  );
}

export interface BioPageProps {
  readonly bio: Bio;
  /** Ways to the other pages of the performer. */
  readonly tabs?: ReactNode;
  /** What the performer has announced. */
  readonly schedule: ReactNode;
  /** Newest media; absent if there is none. */
  readonly media?: ReactNode;
  /** Levels of the fan club; absent if there is none. */
  readonly fanClub?: ReactNode;
  /** Link to a private; absent if none can be requested now. */
  readonly askPrivate?: ReactNode;
  /** The tip menu of the room; absent if it has none. */
  readonly menu?: ReactNode;
  /** Cards of similar performers. */
  readonly related: readonly ReactNode[];
}

/** Who a performer is: words, facts, ratings, what there is to see and what it costs, and the way into the room. */
export function BioPage({ bio, tabs, schedule, media, fanClub, askPrivate, menu, related }: BioPageProps) {
  const { user } = bio;
  const [followers, setFollowers] = useState(bio.followers);
  const ratings = (
    <BioModule title={<Trans>Ratings</Trans>} id="ratings">
      <BioRatings ratings={bio.ratings} />
      <div>
        <LikeButton username={user.username} />
      </div>
    </BioModule>
  );
  const hasHours = bio.schedule.length > 0;
  // The wide column would contain only the hours.
  const isMiddleEmpty = !media && !fanClub;
  return (
    <main id="main" className="bio">
      <BioPicture user={user} />
      <BioHead bio={bio} followers={followers} onFollowers={setFollowers} />
      {tabs}
      <div className="rack bio-rack">
        <div className="rack bio-column">
          <About bio={bio} followers={followers} />
          {!isMiddleEmpty && ratings}
        </div>
        <div className="rack bio-column bio-middle">
          {/* The schedule tab leads to the first of both. */}
          {hasHours && <WeekHours id={SCHEDULE_ID} schedule={bio.schedule} />}
          <div
            className="bio-schedule"
            {...(!hasHours && { id: SCHEDULE_ID })}
            data-announced={user.next_stream_at !== null || undefined}
          >
            {schedule}
          </div>
          {media}
          {fanClub}
          {isMiddleEmpty && ratings}
        </div>
        <div className="rack bio-column bio-offers">
          <BioPrices user={user} exclusive_cost={bio.exclusive_cost} askPrivate={askPrivate} />
          {menu}
        </div>
      </div>
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
