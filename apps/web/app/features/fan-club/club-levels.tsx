import type { Bio, FanLevel } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { buttonClass, joinClasses } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useFanLevel } from '../../shared/me/fan-level.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { JoinClubLink } from './join-club-link.tsx';
import { LEVEL_NAMES } from './level-words.tsx';
import { TierModule } from './tier-module.tsx';
import { PRESSED_HERE } from './use-join-press.ts';
import './fan-club.css';

interface ClubLevelsProps {
  readonly username: string;
  /** The lowest first; at least one. */
  readonly tiers: Bio['fanclub'];
  /** How many are in the club; undefined where it is not known. */
  readonly members?: number | undefined;
}

function Members({ count }: { readonly count: number }) {
  const { i18n } = useLingui();
  const members = formatCount(count, i18n.locale);
  return (
    <span className="small figure text-ink-2">
      <Plural value={count} one={`${members} member`} other={`${members} members`} />
    </span>
  );
}

interface LevelLinkProps {
  readonly username: string;
  readonly level: FanLevel;
  /** The visitor's own. */
  readonly own: FanLevel | undefined;
}

/** Link to a level on the club's page, where one joins, or to the own membership. */
function LevelLink({ username, level, own }: LevelLinkProps) {
  const { t } = useLingui();
  const name = t(LEVEL_NAMES[level]);
  const club = `/${username}/fanclub`;
  return (
    <Link
      className={joinClasses(buttonClass({}), 'club-press')}
      to={own === level ? club : `${club}?level=${level}`}
      state={PRESSED_HERE}
      prefetch="intent"
    >
      {own === undefined && <Trans>Join as {name}</Trans>}
      {own === level && <Trans>Manage</Trans>}
      {own !== undefined && own !== level && <Trans>Change to {name}</Trans>}
    </Link>
  );
}

/** The levels of a performer's fan club outside of its page: what each costs and brings, and the way in. */
export function ClubLevels({ username, tiers, members }: ClubLevelsProps) {
  const own = useFanLevel(username);
  const isSelf = useMember()?.user.username === username;
  const [lowest] = tiers;
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="label grow">
          <Trans>Fan club</Trans>
        </h2>
        {members !== undefined && <Members count={members} />}
      </div>
      <div className="rack club-levels">
        {tiers.map((tier) => (
          <TierModule
            key={tier.level}
            tier={tier}
            membership={null}
            isKey={false}
            isOwn={tier.level === own}
            end={!isSelf && <LevelLink username={username} level={tier.level} own={own} />}
          />
        ))}
      </div>
      {isSelf && lowest && <JoinClubLink username={username} price={lowest.price} />}
    </section>
  );
}
