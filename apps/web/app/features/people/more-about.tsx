import type { Bio } from '@klieg/contract';
import { type SocialService, socialServices } from '@klieg/contract/features/profile/choices';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { BUILDS, ETHNICITIES, EYES, HAIR, SERVICES } from '../../shared/profile/profile-words.ts';

type Words = Readonly<Record<string, MessageDescriptor>>;

/** Looks and place, as far as given. */
export function useMoreFacts({ ethnicity, body, city }: Bio) {
  const { t } = useLingui();
  const say = (words: Words, key: string | null | undefined): string => {
    const known = key ? words[key] : undefined;
    return known ? t(known) : (key ?? '');
  };
  const height = body?.height_cm;
  return [
    { label: <Trans>City</Trans>, value: city },
    { label: <Trans>Ethnicity</Trans>, value: say(ETHNICITIES, ethnicity) },
    { label: <Trans>Hair</Trans>, value: say(HAIR, body?.hair) },
    { label: <Trans>Eyes</Trans>, value: say(EYES, body?.eyes) },
    { label: <Trans>Build</Trans>, value: say(BUILDS, body?.build) },
    { label: <Trans>Height</Trans>, value: height ? t`${height} cm` : '' },
  ].filter(({ value }) => value !== '');
}

const linkWords = (service: SocialService, { handle, username }: { handle: string; username: string }) =>
  handle || username || SERVICES[service];

/** What a performer says beyond text and facts: likes, accounts elsewhere. */
export function MoreAbout({ bio }: { readonly bio: Bio }) {
  const { t } = useLingui();
  const links = socialServices.flatMap((service) => {
    const link = bio.socialMedia[service];
    return link ? [{ service, ...link }] : [];
  });
  return (
    <>
      {bio.turn_ons !== '' && (
        <div>
          <h3 className="label">
            <Trans>What I like</Trans>
          </h3>
          <p className="bio-words">{bio.turn_ons}</p>
        </div>
      )}
      {links.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={t`Elsewhere`}>
          {links.map(({ service, url, ...names }) => (
            <li key={service}>
              <a className="tag" href={url} target="_blank" rel="nofollow noopener noreferrer ugc">
                {SERVICES[service]}: {linkWords(service, names)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
