import { FactList, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { capital } from '#app/shared/capital.ts';
import { countryName } from '#app/shared/country-name.ts';
import { tagWords } from '#app/shared/tag-words.ts';
import { Link } from 'react-router';
import type { SlotProps } from '../../shared/room-module/room-module.ts';

/** How many topics are shown side by side. */
const TAGS_MAX = 8;

const perMinute = (tokens: number) => <TokenAmount amountTokens={tokens} unit={<Trans>/min</Trans>} />;

/** The price per minute of a private, and of spying. */
export function PricesSection({ room, now }: SlotProps) {
  const { private_enabled: isPrivateOffered, private_cost: privateCost, spy } = room.userSetting;
  const { exclusive_cost: exclusiveCost, private_min_minutes: minMinutes } = room.userSetting;
  // A house says below its picture what it costs.
  if (room.user.is_voyeur) return null;
  const prices = [
    ...(isPrivateOffered
      ? [
          { label: <Trans>Private</Trans>, value: perMinute(privateCost) },
          { label: <Trans>Exclusive</Trans>, value: perMinute(exclusiveCost) },
        ]
      : []),
    ...(spy.enabled && spy.cost > 0 ? [{ label: <Trans>Spy</Trans>, value: perMinute(spy.cost) }] : []),
    ...(isPrivateOffered && minMinutes > 1
      ? [
          {
            label: <Trans>At least</Trans>,
            value: <Plural value={minMinutes} one="# minute" other="# minutes" />,
          },
        ]
      : []),
  ];
  return (
    <section className="module">
      <div className="module-head">
        <span className="label">
          <Trans>Prices</Trans>
        </span>
      </div>
      {prices.length > 0 ? (
        <>
          <FactList facts={prices} />
          {isPrivateOffered && (now.ticketTokens !== null || now.hasGroup) && (
            <p className="small text-ink-2">
              {now.hasGroup ? (
                <Trans>No privates while a group show is offered.</Trans>
              ) : (
                <Trans>No privates until the ticket show is over.</Trans>
              )}
            </p>
          )}
        </>
      ) : (
        <p className="text-ink-2">
          <Trans>The room is free to watch; privates are not offered.</Trans>
        </p>
      )}
    </section>
  );
}

/** Topics, languages, country and age of the performer, and the way to all that is known. */
export function AboutSection({ room }: SlotProps) {
  const { i18n } = useLingui();
  const { username, languages, country_code: country, age, tags } = room.user;
  const facts = [
    ...(languages.length > 0
      ? [
          {
            label: <Trans>Languages</Trans>,
            value: languages.map((slug) => capital(tagWords(slug))).join(', '),
          },
        ]
      : []),
    ...(country ? [{ label: <Trans>From</Trans>, value: countryName(country, i18n.locale) }] : []),
    ...(age === null ? [] : [{ label: <Trans>Age</Trans>, value: <span className="figure">{age}</span> }]),
  ];
  return (
    <section className="module">
      <div className="module-head">
        <span className="label">
          <Trans>About</Trans>
        </span>
        <Link className="module-more" to={`/${username}/bio`}>
          <Trans>Full profile</Trans>
        </Link>
      </div>
      {tags.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {tags.slice(0, TAGS_MAX).map((tag) => (
            <Link key={tag} className="tag" to={`/search?q=${encodeURIComponent(tagWords(tag))}`}>
              {tagWords(tag)}
            </Link>
          ))}
        </div>
      )}
      <FactList facts={facts} />
    </section>
  );
}
