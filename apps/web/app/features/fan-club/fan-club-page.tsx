import type { FanClub, UserCard } from '@klieg/contract';
import { isServed } from '@klieg/contract/client';
import { Avatar, buttonClass, Icon, LevelShape, Notice, TokenAmount } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BannerPlace } from '../../shared/banner-place.tsx';
import './fan-club.css';

/** A club can be joined once its call is served. */
const isJoinable = isServed('POST', '/chat/{username}/fans/join');

type Tier = FanClub['tiers'][number];

const NAMES: Readonly<Record<Tier['level'], ReactNode>> = {
  supporter: <Trans>Supporter</Trans>,
  insider: <Trans>Insider</Trans>,
  legend: <Trans>Legend</Trans>,
};

/** What a level brings, by the names of the wire; unknown ones are left out. */
const BENEFITS: Readonly<Record<string, ReactNode>> = {
  supporter_media: <Trans>Media for supporters at no charge</Trans>,
  insider_media: <Trans>Media for insiders at no charge</Trans>,
  legend_media: <Trans>Media for legends at no charge</Trans>,
  free_spy: <Trans>Spying on privates at no charge</Trans>,
};

function TierModule({ tier }: { readonly tier: Tier }) {
  return (
    <section className="module">
      <div className="module-head">
        <LevelShape level={`fan-${tier.level}`} />
        <h2 className="label">{NAMES[tier.level]}</h2>
      </div>
      <p className="flex items-baseline gap-2">
        <span className="text-t4">
          <TokenAmount amountTokens={tier.price} />
        </span>
        <span className="small text-ink-2">
          <Trans>a month</Trans>
        </span>
      </p>
      <ul className="grid gap-1">
        {tier.benefits.map(
          (benefit) =>
            BENEFITS[benefit] && (
              <li key={benefit} className="flex items-center gap-2">
                <Icon name="check-bold" size={14} />
                {BENEFITS[benefit]}
              </li>
            ),
        )}
        {tier.discount_percent > 0 && (
          <li className="flex items-center gap-2">
            <Icon name="check-bold" size={14} />
            <Trans>{tier.discount_percent}% off all other media</Trans>
          </li>
        )}
      </ul>
    </section>
  );
}

/** The fan club of a performer: its levels, what each costs and brings. */
export function FanClubPage({ club, user }: { readonly club: FanClub; readonly user: UserCard }) {
  return (
    <main id="main" className="fan-club">
      <header className="fan-club-head">
        <Avatar src={user.avatarUrl ?? user.profilePictureUrl} name={user.displayName} size={48} square />
        <h1 className="grow">
          <Trans>{user.displayName} fan club</Trans>
        </h1>
        <Link className={buttonClass({ kind: 'key' })} to={`/${user.username}`}>
          <Trans>Open the room</Trans>
        </Link>
      </header>
      {!isJoinable && (
        <Notice title={<Trans>Joining is not open yet</Trans>}>
          <Trans>These are the levels that this performer has set up.</Trans>
        </Notice>
      )}
      <div className="fan-club-tiers">
        {club.tiers.map((tier) => (
          <TierModule key={tier.level} tier={tier} />
        ))}
      </div>
      {/* The levels come first, as the picture does in a room. */}
      <BannerPlace />
    </main>
  );
}
