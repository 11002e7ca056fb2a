import type { Room } from '@klieg/contract';
import { FactList, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';

const words = (slug: string): string => slug.replaceAll('-', ' ');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

export interface AboutRackProps {
  readonly room: Room;
  readonly subject: string;
}

/** Below the picture: what is on, what it costs, who is on the stage. */
export function AboutRack({ room, subject }: AboutRackProps) {
  const { i18n } = useLingui();
  const { user, userSetting: setting } = room;
  const prices = [
    ...(setting.private_enabled
      ? [
          {
            label: <Trans>Private</Trans>,
            value: <TokenAmount amountTokens={setting.private_cost} unit={<Trans>/min</Trans>} />,
          },
        ]
      : []),
    ...(setting.spy.enabled && setting.spy.cost > 0
      ? [
          {
            label: <Trans>Spy</Trans>,
            value: <TokenAmount amountTokens={setting.spy.cost} unit={<Trans>/min</Trans>} />,
          },
        ]
      : []),
  ];
  const facts = [
    ...(user.languages.length > 0
      ? [
          {
            label: <Trans>Languages</Trans>,
            value: user.languages.map((slug) => capital(words(slug))).join(', '),
          },
        ]
      : []),
    ...(user.country_code
      ? [{ label: <Trans>From</Trans>, value: countryName(user.country_code, i18n.locale) }]
      : []),
    ...(user.age === null
      ? []
      : [{ label: <Trans>Age</Trans>, value: <span className="figure">{user.age}</span> }]),
  ];
  return (
    <div className="rack room-rack">
      <section className="module">
        <div className="module-head">
          <span className="label">
            <Trans>Subject</Trans>
          </span>
        </div>
        <h2>{subject || <Trans>No subject set</Trans>}</h2>
        <div className="flex flex-wrap gap-2">
          {user.tags.slice(0, 8).map((tag) => (
            <Link key={tag} className="tag" to={`/search?q=${encodeURIComponent(words(tag))}`}>
              {words(tag)}
            </Link>
          ))}
        </div>
      </section>
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
      <section className="module max-tablet:hidden">
        <div className="module-head">
          <span className="label">
            <Trans>About</Trans>
          </span>
        </div>
        <FactList facts={facts} />
      </section>
    </div>
  );
}
