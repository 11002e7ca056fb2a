import type { Gender, Locale } from '@klieg/contract';
import { DISPLAY_NAME_MAX } from '@klieg/contract/features/profile/limits';
import { Field, Input, Notice, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMember } from '../../shared/me/me-store.ts';
import { DraftField } from '../../shared/settings/draft-field.tsx';
import { GENDERS, LOCALES } from '../../shared/profile/profile-words.ts';
import type { ProfileAnswer, ProfileSave } from './use-profile.ts';

/** Says that a text waits for staff. */
export function Waiting({ text }: { readonly text: string | readonly string[] | undefined }) {
  if (text === undefined) return null;
  return (
    <Notice title={<Trans>Staff reviews your change before it is shown</Trans>}>
      {typeof text === 'string' ? text : text.join(', ')}
    </Notice>
  );
}

/** Name, gender and language, which everybody has. */
export function MemberFields({
  answer: { profile, pending },
  save,
}: {
  readonly answer: ProfileAnswer;
  readonly save: ProfileSave['save'];
}) {
  const { t } = useLingui();
  const user = useMember()?.user;
  const isGenderFixed = user?.type === 'model' && user.compliance_status === 'approved';
  const genders = Object.keys(GENDERS) as Gender[];
  return (
    <>
      <DraftField
        label={<Trans>Display name</Trans>}
        value={profile.display_name}
        lengthMin={1}
        lengthMax={DISPLAY_NAME_MAX}
        onSave={(display_name) => save({ display_name })}
      />
      <Waiting text={pending['display_name']} />
      <div className="settings-pair">
        <Field label={<Trans>Username</Trans>} hint={<Trans>You log in with it.</Trans>}>
          <Input value={user?.username ?? ''} disabled readOnly />
        </Field>
        <Field
          label={<Trans>I am</Trans>}
          hint={isGenderFixed ? <Trans>As in your documents.</Trans> : undefined}
        >
          <Select
            value={profile.gender}
            disabled={isGenderFixed}
            onChange={(event) => void save({ gender: event.target.value as Gender })}
          >
            {genders.map((gender) => (
              <option key={gender} value={gender}>
                {t(GENDERS[gender])}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={<Trans>Language</Trans>} hint={<Trans>For emails and notifications.</Trans>}>
          <Select
            value={profile.locale}
            onChange={(event) => void save({ locale: event.target.value as Locale })}
          >
            {(Object.keys(LOCALES) as Locale[]).map((locale) => (
              <option key={locale} value={locale}>
                {LOCALES[locale]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </>
  );
}
