import type { Profile } from '@klieg/contract';
import { isSocialUrl, type SocialService, socialServices } from '@klieg/contract/features/profile/choices';
import { Button, Field, Input, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import type { SectionProps } from './bio-sections.tsx';
import { SERVICES } from '../../shared/profile/profile-words.ts';
import { useProfileSave } from './use-profile.ts';

type Account = NonNullable<Profile['socialMedia'][SocialService]>;

const NONE: Account = { url: '', handle: '', username: '', stream_icon: false };
const NAME_MAX = 40;
const URL_MAX = 300;

interface ServiceFormProps {
  readonly service: SocialService;
  readonly account: Account | null;
  readonly onSave: (account: Account | null) => Promise<boolean>;
}

/** One account at another service; an empty address means none. */
function ServiceForm({ service, account, onSave }: ServiceFormProps) {
  const { t } = useLingui();
  const submitType = useSubmitType();
  const [draft, setDraft] = useState<Account>();
  const shown = draft ?? account ?? NONE;
  const name = SERVICES[service];
  const url = shown.url.trim();
  const isWrong = url !== '' && !isSocialUrl(service, url);
  const change = (part: Partial<Account>) => setDraft({ ...shown, ...part });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!draft || isWrong) return;
    const wanted = { ...shown, url, handle: shown.handle.trim(), username: shown.username.trim() };
    if (await onSave(url === '' ? null : wanted)) setDraft(undefined);
  };
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <fieldset className="grid gap-3">
        <legend className="field-label">{name}</legend>
        <Field
          label={<Trans>Address</Trans>}
          {...(isWrong && { error: <Trans>An address of {name}, with https://</Trans> })}
        >
          <Input
            type="url"
            inputMode="url"
            value={shown.url}
            maxLength={URL_MAX}
            onChange={(event) => change({ url: event.target.value })}
          />
        </Field>
        {url !== '' && (
          <>
            <div className="settings-pair">
              <Field label={<Trans>Name there</Trans>}>
                <Input
                  value={shown.username}
                  maxLength={NAME_MAX}
                  onChange={(event) => change({ username: event.target.value })}
                />
              </Field>
              <Field label={<Trans>As shown</Trans>}>
                <Input
                  value={shown.handle}
                  maxLength={NAME_MAX}
                  placeholder={shown.username}
                  onChange={(event) => change({ handle: event.target.value })}
                />
              </Field>
            </div>
            <Switch
              checked={shown.stream_icon}
              onChange={(event) => change({ stream_icon: event.target.checked })}
            >
              <Trans>Its icon beside my stream</Trans>
            </Switch>
          </>
        )}
        {draft && (
          <div className="flex gap-2">
            <Button type={submitType} size="small" disabled={isWrong} aria-label={t`Save ${name}`}>
              <Trans>Save</Trans>
            </Button>
            <Button size="small" kind="text" onClick={() => setDraft(undefined)}>
              <Trans>Discard</Trans>
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  );
}

/** Accounts at other services, shown on the bio. */
export function SocialSection({ answer: { profile }, show }: SectionProps) {
  const { state, save } = useProfileSave(show);
  return (
    <SettingsSection
      title={<Trans>Elsewhere</Trans>}
      note={<Trans>Links on your bio. Without an address there is none.</Trans>}
      state={state}
    >
      {socialServices.map((service) => (
        <ServiceForm
          key={service}
          service={service}
          account={profile.socialMedia[service]}
          onSave={(account) => save({ socialMedia: { ...profile.socialMedia, [service]: account } })}
        />
      ))}
    </SettingsSection>
  );
}
