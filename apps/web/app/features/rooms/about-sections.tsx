import { FactList, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { SlotProps } from '../../shared/room-module/room-module.ts';

const words = (slug: string): string => slug.replaceAll('-', ' ');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** What the performer says is on, and the tags. */
export const SubjectSection = ({ room, now }: SlotProps) => (
  <section className="module">
    <div className="module-head">
      <span className="label">
        <Trans>Subject</Trans>
      </span>
    </div>
    <h2>{now.subject || <Trans>No subject set</Trans>}</h2>
    <div className="flex flex-wrap gap-2">
      {room.user.tags.slice(0, 8).map((tag) => (
        <Link key={tag} className="tag" to={`/search?q=${encodeURIComponent(words(tag))}`}>
          {words(tag)}
        </Link>
      ))}
    </div>
  </section>
);

const perMinute = (tokens: number) => <TokenAmount amountTokens={tokens} unit={<Trans>/min</Trans>} />;

/** What a minute alone with the performer costs, or of looking on. */
export function PricesSection({ room }: SlotProps) {
  const { private_enabled: isPrivateOffered, private_cost: privateCost, spy } = room.userSetting;
  // A house says below its picture what it costs.
  if (room.user.is_voyeur) return null;
  const prices = [
    ...(isPrivateOffered ? [{ label: <Trans>Private</Trans>, value: perMinute(privateCost) }] : []),
    ...(spy.enabled && spy.cost > 0 ? [{ label: <Trans>Spy</Trans>, value: perMinute(spy.cost) }] : []),
  ];
  return (
    <section className="module">
      <div className="module-head">
        <span className="label">
          <Trans>Prices</Trans>
        </span>
      </div>
      {prices.length > 0 ? (
        <FactList facts={prices} />
      ) : (
        <p className="text-ink-2">
          <Trans>The room is free to watch; privates are not offered.</Trans>
        </p>
      )}
    </section>
  );
}

/** Languages, country and age of the performer. */
export function AboutSection({ room }: SlotProps) {
  const { i18n } = useLingui();
  const { languages, country_code: country, age } = room.user;
  const facts = [
    ...(languages.length > 0
      ? [
          {
            label: <Trans>Languages</Trans>,
            value: languages.map((slug) => capital(words(slug))).join(', '),
          },
        ]
      : []),
    ...(country ? [{ label: <Trans>From</Trans>, value: countryName(country, i18n.locale) }] : []),
    ...(age === null ? [] : [{ label: <Trans>Age</Trans>, value: <span className="figure">{age}</span> }]),
  ];
  return (
    <section className="module max-tablet:hidden">
      <div className="module-head">
        <span className="label">
          <Trans>About</Trans>
        </span>
      </div>
      <FactList facts={facts} />
    </section>
  );
}
