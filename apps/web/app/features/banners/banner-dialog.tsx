import type { BannerAudience, DeskBanner } from '@klieg/contract';
import { Button, Dialog, Field, Input, Notice, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';
import { fromTimeField, toTimeField, useDeskSave, wholeOf } from '../back-office/index.ts';
import { deskApi } from '../money-desk/index.ts';
import { AUDIENCES } from './banner-words.ts';

export interface BannerDialogProps {
  /** Undefined: a new one. */
  readonly banner: DeskBanner | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const CHOICES = ['all', 'guest', 'viewer'] as const satisfies readonly BannerAudience[];
const LINK = /^(?:\/(?![/\\])|https:\/\/)[^\s\\]*$/u;
const now = () => new Date().toISOString();
const ORDER = { min: 0, max: 999 };

/** Sends a picture up; answers its address. */
async function sendPicture(file: File): Promise<string> {
  const form = new FormData();
  form.append('file', file);
  return (await deskApi.uploadBannerPicture({ form })).image_url;
}

interface PictureFieldProps {
  readonly label: ReactNode;
  readonly hint: ReactNode;
  readonly error?: ReactNode;
  readonly url: string | null;
  readonly onChange: (url: string) => void;
}

/** A picture: the one that is there, and a way to another. */
function PictureField({ label, hint, error, url, onChange }: PictureFieldProps) {
  const { i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onChange(await sendPicture(file));
    } catch (problem) {
      setFailure(explainError(problem, i18n));
    }
    setBusy(false);
  };
  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint} error={failure ?? error}>
        <Input
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          disabled={isBusy}
          onChange={(event) => void send(event.target.files?.[0])}
        />
      </Field>
      {isBusy && (
        <output className="small text-ink-2">
          <Trans>Uploading the picture …</Trans>
        </output>
      )}
      {url !== null && <img className="banner-preview" src={url} alt="" />}
    </div>
  );
}

/** The input, and its values; undefined if something is missing or wrong. */
function useBannerForm(banner: DeskBanner | undefined) {
  const [image, setImage] = useState(banner?.image_url ?? null);
  const [narrow, setNarrow] = useState(banner?.image_mobile_url ?? null);
  const [url, setUrl] = useState(banner?.url ?? '/');
  const [alt, setAlt] = useState(banner?.alt ?? '');
  const [audience, setAudience] = useState<BannerAudience>(banner?.audience ?? 'all');
  const [position, setPosition] = useState(String(banner?.position ?? 10));
  const [startsAt, setStartsAt] = useState(toTimeField(banner?.starts_at ?? now()));
  const [endsAt, setEndsAt] = useState(toTimeField(banner?.ends_at ?? null));
  const start = fromTimeField(startsAt);
  const end = fromTimeField(endsAt);
  return {
    typed: { image, narrow, url, alt, audience, position, startsAt, endsAt },
    set: { setImage, setNarrow, setUrl, setAlt, setAudience, setPosition, setStartsAt, setEndsAt },
    value: {
      image: image ?? undefined,
      url: LINK.test(url.trim()) ? url.trim() : undefined,
      alt: alt.trim().length >= 3 ? alt.trim() : undefined,
      position: wholeOf(position, ORDER),
      start: start ?? undefined,
      end: end !== null && start !== null && end <= start ? undefined : end,
    },
  };
}

type Form = ReturnType<typeof useBannerForm>;
type Wrong = (one: unknown, text: ReactNode) => ReactNode;

/** When, for whom and in which order it is shown. */
function PlanFields({ form: { typed, set, value }, wrong }: { readonly form: Form; readonly wrong: Wrong }) {
  const { t } = useLingui();
  return (
    <>
      <div className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
        <Field
          label={<Trans>From (UTC)</Trans>}
          error={wrong(value.start, <Trans>Choose a day and a time.</Trans>)}
        >
          <Input
            type="datetime-local"
            value={typed.startsAt}
            onChange={(event) => set.setStartsAt(event.target.value)}
          />
        </Field>
        <Field
          label={<Trans>Until (UTC)</Trans>}
          hint={<Trans>Empty: until you remove it.</Trans>}
          error={wrong(value.end, <Trans>The end must be after the start.</Trans>)}
        >
          <Input
            type="datetime-local"
            value={typed.endsAt}
            onChange={(event) => set.setEndsAt(event.target.value)}
          />
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Field label={<Trans>Shown to</Trans>}>
          <Select
            value={typed.audience}
            onChange={(event) => set.setAudience(event.target.value as BannerAudience)}
          >
            {CHOICES.map((one) => (
              <option key={one} value={one}>
                {t(AUDIENCES[one])}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={<Trans>Order</Trans>}
          hint={<Trans>The lowest is shown first.</Trans>}
          error={wrong(value.position, <Trans>A whole number from 0 to 999.</Trans>)}
        >
          <Input
            inputMode="numeric"
            value={typed.position}
            onChange={(event) => set.setPosition(event.target.value)}
          />
        </Field>
      </div>
    </>
  );
}

/** A banner: pictures, link, time and audience. */
export function BannerDialog({ banner, onSaved, onClose }: BannerDialogProps) {
  const form = useBannerForm(banner);
  const [isAttempted, setAttempted] = useState(false);
  const { typed, set, value } = form;
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    const { image, url, alt, position, start, end } = value;
    if (image === undefined || url === undefined || alt === undefined || position === undefined) return;
    if (start === undefined || end === undefined) return;
    const times = { starts_at: start, ends_at: end };
    const pictures = { image_url: image, image_mobile_url: typed.narrow };
    const id = banner && { id: banner.id };
    await deskApi.saveDeskBanner({
      body: { ...id, ...pictures, ...times, url, alt, audience: typed.audience, position },
    });
    onSaved();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (Object.values(value).every((one) => one !== undefined)) void save();
  };
  const wrong: Wrong = (one, text) => (isAttempted && one === undefined ? text : undefined);
  if (locked) return locked;
  return (
    <Dialog title={banner ? <Trans>Change the banner</Trans> : <Trans>New banner</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <PictureField
          label={<Trans>Picture</Trans>}
          hint={<Trans>970 by 90 pixels; twice that is sharper.</Trans>}
          error={wrong(value.image, <Trans>Choose a picture.</Trans>)}
          url={typed.image}
          onChange={set.setImage}
        />
        <PictureField
          label={<Trans>Picture on phones</Trans>}
          hint={
            <Trans>
              320 by 50 pixels; twice that is sharper. Without one, phones show the picture above.
            </Trans>
          }
          url={typed.narrow}
          onChange={set.setNarrow}
        />
        <Field
          label={<Trans>Description of the picture</Trans>}
          hint={<Trans>Read aloud to people who cannot see it.</Trans>}
          error={wrong(value.alt, <Trans>At least 3 characters.</Trans>)}
        >
          <Input value={typed.alt} maxLength={200} onChange={(event) => set.setAlt(event.target.value)} />
        </Field>
        <Field
          label={<Trans>Links to</Trans>}
          hint={<Trans>A page of this site, such as /top, or an address on a host in BANNER_HOSTS.</Trans>}
          error={wrong(value.url, <Trans>Start with one / or with https://</Trans>)}
        >
          <Input value={typed.url} maxLength={500} onChange={(event) => set.setUrl(event.target.value)} />
        </Field>
        <PlanFields form={form} wrong={wrong} />
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <Button type="submit" kind="key" size="large" busy={isBusy}>
          <Trans>Save</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
