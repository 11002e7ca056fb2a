import type { FanLevel, MediaEdit, MediaPart, UploadedItem } from '@klieg/contract';
import { Button, Checkbox, Dialog, Field, Input, Notice, Select, TextArea, TokenGlyph } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { FAN_LEVELS, LEVEL_NAMES, levelNamed } from '../../fan-club/index.ts';
import { bodyOf, type FormFault, type FormValues, LIMITS, valuesOf } from './form-rules.ts';

type File = Pick<UploadedItem, 'id' | 'thumbnail_url'> | Pick<MediaPart, 'id' | 'thumbnail_url'>;

export interface MediaFormProps {
  /** Pictures, or a video. */
  readonly typeId: 1 | 2;
  readonly files: readonly File[];
  /** The edited media; absent for a new one. */
  readonly media?: MediaEdit | undefined;
  readonly onSaved: (media: MediaEdit) => void;
  readonly onClose: () => void;
}

const tokenGlyph = (
  <span className="tokens">
    <TokenGlyph />
  </span>
);

interface PartProps {
  readonly values: FormValues;
  readonly set: (change: Partial<FormValues>) => void;
  readonly fault: FormFault | undefined;
}

function Words({ values, set, fault }: PartProps) {
  return (
    <>
      <Field label={<Trans>Name</Trans>} error={fault === 'name' && <Trans>Give it a name.</Trans>}>
        <Input
          maxLength={LIMITS.name}
          value={values.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label={<Trans>Description</Trans>} optional>
        <TextArea
          rows={3}
          maxLength={LIMITS.description}
          value={values.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <Field
        label={<Trans>Tags</Trans>}
        hint={<Trans>Up to ten, separated by commas.</Trans>}
        error={
          fault === 'tags' && <Trans>Up to ten tags, each with up to 32 letters, digits and dashes.</Trans>
        }
        optional
      >
        <Input value={values.tags} onChange={(event) => set({ tags: event.target.value })} />
      </Field>
    </>
  );
}

function Price({ values, set, fault }: PartProps) {
  const { t } = useLingui();
  return (
    <>
      <Field
        label={<Trans>Price</Trans>}
        hint={<Trans>Tokens. You get 80% of what is paid.</Trans>}
        error={fault === 'price' && <Trans>A whole number from 0 to 20,000.</Trans>}
      >
        <Input
          inputMode="numeric"
          prefix={tokenGlyph}
          value={values.price}
          disabled={values.isFree}
          onChange={(event) => set({ price: event.target.value })}
        />
      </Field>
      <Checkbox checked={values.isFree} onChange={(event) => set({ isFree: event.target.checked })}>
        <Trans>Free for everyone, even without an account</Trans>
      </Checkbox>
      <Field
        label={<Trans>Included in your fan club</Trans>}
        hint={<Trans>Members of this level and above see it without paying.</Trans>}
      >
        <Select
          value={values.level ?? ''}
          onChange={(event) => set({ level: levelNamed(event.target.value) ?? null })}
        >
          <option value="">{t`Not included`}</option>
          {FAN_LEVELS.map((level: FanLevel) => (
            <option key={level} value={level}>
              {t(LEVEL_NAMES[level])}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}

function Cover({ values, set, files }: Omit<PartProps, 'fault'> & { readonly files: readonly File[] }) {
  const { t } = useLingui();
  return (
    <>
      {files.length > 1 && (
        <Field label={<Trans>Cover</Trans>} group>
          <ul className="media-covers">
            {files.map(({ id, thumbnail_url: src }, at) => (
              <li key={id}>
                <button
                  type="button"
                  aria-pressed={(values.cover ?? files[0]?.id) === id}
                  aria-label={t`Picture ${at + 1} as the cover`}
                  onClick={() => set({ cover: id })}
                >
                  {src && <img src={src} alt="" />}
                </button>
              </li>
            ))}
          </ul>
        </Field>
      )}
      <Checkbox checked={values.isCoverSafe} onChange={(event) => set({ isCoverSafe: event.target.checked })}>
        <Trans>The cover may be shown to everyone; otherwise it is blurred until bought</Trans>
      </Checkbox>
    </>
  );
}

/** Others in the picture: each of them has consented before it is shown. */
function Others({ values, set }: Omit<PartProps, 'fault'>) {
  const { state } = useLoaded('consents', (signal) => lateApi.listConsents({ signal }));
  if (state.kind !== 'ready') return null;
  const given = state.value.items.filter((consent) => consent.state === 'approved');
  if (given.length === 0)
    return (
      <p className="small text-ink-2">
        <Trans>Does someone else appear in it? Ask for their consent first, under People with you.</Trans>
      </p>
    );
  return (
    <Field label={<Trans>Who else appears</Trans>} group>
      {given.map(({ id, name, alias }) => (
        <Checkbox
          key={id}
          checked={values.consents.includes(id)}
          onChange={(event) =>
            set({
              consents: event.target.checked
                ? [...values.consents, id]
                : values.consents.filter((one) => one !== id),
            })
          }
        >
          {alias ?? name}
        </Checkbox>
      ))}
    </Field>
  );
}

/** Name, price, level, tags, cover and people of an offer. */
export function MediaForm({ typeId, files, media, onSaved, onClose }: MediaFormProps) {
  const { i18n } = useLingui();
  const [values, setValues] = useState<FormValues>(() => valuesOf(media));
  const [fault, setFault] = useState<FormFault>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const set = (change: Partial<FormValues>) => {
    setFault(undefined);
    setValues((old) => ({ ...old, ...change }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const read = bodyOf(values);
    if ('fault' in read) return setFault(read.fault);
    setBusy(true);
    setFailure(undefined);
    try {
      const items = files.map(({ id }) => id);
      const answer = await (media
        ? lateApi.changeMedia({ params: { id: String(media.id) }, body: read.body })
        : lateApi.addMedia({ body: { ...read.body, type_id: typeId, items } }));
      onSaved(answer.media);
    } catch (error) {
      setFailure(explainError(error, i18n));
      setBusy(false);
    }
  };
  const part = { values, set, fault };
  return (
    <Dialog
      width={720}
      title={
        media ? (
          <Trans>Change {media.name}</Trans>
        ) : typeId === 2 ? (
          <Trans>Offer a video</Trans>
        ) : (
          <Trans>Offer pictures</Trans>
        )
      }
      onClose={onClose}
    >
      <form className="media-form" noValidate onSubmit={(event) => void submit(event)}>
        <Words {...part} />
        <Price {...part} />
        <Cover values={values} set={set} files={files} />
        <Others values={values} set={set} />
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <p className="small text-ink-2">
          <Trans>
            Our team reviews it before it is shown. You can change prices, levels and tags at any time.
          </Trans>
        </p>
        <div>
          <Button type="submit" kind="key" size="large" busy={isBusy}>
            {media ? <Trans>Save</Trans> : <Trans>Send for review</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
