import {
  ABOUT_MAX,
  CITY_MAX,
  LANGUAGES_MAX,
  TAGS_MAX,
  TURN_ONS_MAX,
} from '@klieg/contract/features/profile/limits';
import type { ProfileChange } from '@klieg/contract';
import { Chip, Field, Select, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { lateApi } from '../../shared/api/late-client.ts';
import { DraftField } from '../../shared/settings/draft-field.tsx';
import { countryName } from '../../shared/country-name.ts';
import { NumberSelect } from '../../shared/settings/number-select.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useLoaded } from '../../shared/use-loaded.ts';
import { ChoiceSelect } from './choice-select.tsx';
import { Waiting } from './member-fields.tsx';
import {
  BUILDS,
  ETHNICITIES,
  EYES,
  HAIR,
  LANGUAGES,
  type LanguageSlug,
  REGIONS,
} from '../../shared/profile/profile-words.ts';
import { readTags } from './read-tags.ts';
import { type ProfileAnswer, type ProfileSave, useProfileSave } from './use-profile.ts';

export interface SectionProps {
  readonly answer: ProfileAnswer;
  readonly show: (answer: ProfileAnswer) => void;
}

const TAG_LETTERS_MAX = 640;
const HEIGHTS = Array.from({ length: 131 }, (_one, at) => 100 + at);
const AGES = Array.from({ length: 82 }, (_one, at) => 18 + at);

/** Text, languages and tags of the bio. */
export function WordsSection({ answer: { profile, pending }, show }: SectionProps) {
  const { t } = useLingui();
  const { state, save } = useProfileSave(show);
  const slugs = Object.keys(LANGUAGES) as LanguageSlug[];
  const toggle = (slug: LanguageSlug) => {
    const others = profile.languages.filter((one) => one !== slug);
    const languages = others.length < profile.languages.length ? others : [...others, slug];
    if (languages.length > 0 && languages.length <= LANGUAGES_MAX)
      void save({ languages: languages as LanguageSlug[] });
  };
  return (
    <SettingsSection
      title={<Trans>Your bio</Trans>}
      note={<Trans>Everyone can read it.</Trans>}
      state={state}
    >
      <DraftField
        label={<Trans>About you</Trans>}
        value={profile.about}
        lengthMax={ABOUT_MAX}
        rows={5}
        onSave={(about) => save({ about })}
      />
      <Waiting text={pending['about']} />
      <DraftField
        label={<Trans>What you like</Trans>}
        value={profile.turn_ons}
        lengthMax={TURN_ONS_MAX}
        rows={2}
        onSave={(turn_ons) => save({ turn_ons })}
      />
      <DraftField
        label={<Trans>Tags</Trans>}
        hint={<Trans>Words people find you by, separated by commas; at most {TAGS_MAX}.</Trans>}
        value={profile.tags.join(', ')}
        lengthMax={TAG_LETTERS_MAX}
        onSave={(text) => save({ tags: readTags(text) })}
      />
      <Waiting text={pending['tags']} />
      <Field
        group
        label={<Trans>Languages you speak</Trans>}
        hint={<Trans>At least one, at most {LANGUAGES_MAX}.</Trans>}
      >
        <div className="profile-chips">
          {slugs.map((slug) => (
            <Chip key={slug} pressed={profile.languages.includes(slug)} onPress={() => toggle(slug)}>
              {t(LANGUAGES[slug])}
            </Chip>
          ))}
        </div>
      </Field>
      <Field label={<Trans>Language of your recordings</Trans>}>
        <ChoiceSelect<LanguageSlug>
          value={profile.recording_language}
          words={LANGUAGES}
          onPick={(recording_language) => void save({ recording_language })}
        />
      </Field>
    </SettingsSection>
  );
}

const NO_BODY = { hair: null, eyes: null, build: null, height_cm: null } as const;

function Body({ profile, save }: Pick<ProfileAnswer, 'profile'> & Pick<ProfileSave, 'save'>) {
  const { t } = useLingui();
  const body = profile.body ?? NO_BODY;
  const set = (change: Partial<NonNullable<ProfileChange['body']>>) =>
    void save({ body: { ...body, ...change } });
  return (
    <div className="settings-pair">
      <Field label={<Trans>Hair</Trans>}>
        <ChoiceSelect value={body.hair} words={HAIR} onPick={(hair) => set({ hair })} />
      </Field>
      <Field label={<Trans>Eyes</Trans>}>
        <ChoiceSelect value={body.eyes} words={EYES} onPick={(eyes) => set({ eyes })} />
      </Field>
      <Field label={<Trans>Build</Trans>}>
        <ChoiceSelect value={body.build} words={BUILDS} onPick={(build) => set({ build })} />
      </Field>
      <Field label={<Trans>Height</Trans>}>
        <NumberSelect
          value={body.height_cm ?? 0}
          steps={[0, ...HEIGHTS]}
          say={(cm) => (cm === 0 ? t`Not specified` : t`${cm} cm`)}
          onPick={(cm) => set({ height_cm: cm === 0 ? null : cm })}
        />
      </Field>
    </div>
  );
}

/** Looks and age. */
export function LooksSection({ answer: { profile }, show }: SectionProps) {
  const { t } = useLingui();
  const { state, save } = useProfileSave(show);
  return (
    <SettingsSection
      title={<Trans>Looks and age</Trans>}
      note={<Trans>People can search by it. Say as much as you like.</Trans>}
      state={state}
    >
      <Field label={<Trans>Ethnicity</Trans>}>
        <ChoiceSelect
          value={profile.ethnicity}
          words={ETHNICITIES}
          onPick={(ethnicity) => void save({ ethnicity })}
        />
      </Field>
      <Body profile={profile} save={save} />
      <Switch checked={profile.show_age} onChange={(event) => void save({ show_age: event.target.checked })}>
        <Trans>Show my age</Trans>
      </Switch>
      {profile.show_age && (
        <Field label={<Trans>Age shown</Trans>}>
          <NumberSelect
            value={profile.display_age ?? 0}
            steps={[0, ...AGES]}
            say={(age) => (age === 0 ? t`From my date of birth` : String(age))}
            onPick={(age) => void save({ display_age: age === 0 ? null : age })}
          />
        </Field>
      )}
    </SettingsSection>
  );
}

function Country({ profile, save }: Pick<ProfileAnswer, 'profile'> & Pick<ProfileSave, 'save'>) {
  const { t, i18n } = useLingui();
  const { state } = useLoaded('geo', (signal) => lateApi.getGeoLists({ signal }));
  const own = profile.country_code;
  const codes = state.kind === 'ready' ? state.value.countries.map(({ code }) => code) : own ? [own] : [];
  return (
    <Select
      value={own ?? ''}
      disabled={state.kind !== 'ready'}
      onChange={(event) => void save({ country_code: event.target.value || null })}
    >
      <option value="">{t`Not specified`}</option>
      {codes
        .map((code) => ({ code, name: countryName(code, i18n.locale) }))
        .toSorted((a, b) => a.name.localeCompare(b.name, i18n.locale))
        .map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
    </Select>
  );
}

/** Where somebody says they are. */
export function PlaceSection({ answer: { profile }, show }: SectionProps) {
  const { state, save } = useProfileSave(show);
  return (
    <SettingsSection
      title={<Trans>Where you are</Trans>}
      note={<Trans>As much as you want to share. To block places, see Blocking.</Trans>}
      state={state}
    >
      <div className="settings-pair">
        <Field label={<Trans>Region</Trans>}>
          <ChoiceSelect
            value={profile.region as keyof typeof REGIONS | null}
            words={REGIONS}
            onPick={(region) => void save({ region })}
          />
        </Field>
        <Field label={<Trans>Country</Trans>}>
          <Country profile={profile} save={save} />
        </Field>
      </div>
      <DraftField
        label={<Trans>City</Trans>}
        value={profile.city}
        lengthMax={CITY_MAX}
        onSave={(city) => save({ city })}
      />
    </SettingsSection>
  );
}
