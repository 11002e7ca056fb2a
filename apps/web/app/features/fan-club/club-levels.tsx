import type { Bio } from '@klieg/contract';
import { Trans } from '@lingui/react/macro';
import { JoinClubLink } from './join-club-link.tsx';
import { TierModule } from './tier-module.tsx';
import './fan-club.css';

/** The levels of a performer's fan club outside of its page: what each costs and brings, and the way in. */
export function ClubLevels({
  username,
  tiers,
}: {
  readonly username: string;
  /** The lowest first; at least one. */
  readonly tiers: Bio['fanclub'];
}) {
  const [lowest] = tiers;
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="label">
          <Trans>Fan club</Trans>
        </h2>
      </div>
      <div className="rack club-levels">
        {tiers.map((tier) => (
          <TierModule key={tier.level} tier={tier} membership={null} isKey={false} />
        ))}
      </div>
      {lowest && <JoinClubLink username={username} price={lowest.price} />}
    </section>
  );
}
