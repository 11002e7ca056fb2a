import type { DeskPressEntry } from '@klieg/contract';
import { Button, Dialog, Field, Input, Notice, TextArea } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { fromTimeField, toTimeField, useDeskSave } from '../back-office/index.ts';
import { deskApi } from '../money-desk/index.ts';
import { isOutsideAddress } from './outside-address.ts';

const PICTURE = /^\/scenes\/[\w-]+\.(?:jpg|png|svg|webp)$/u;
const now = () => new Date().toISOString();
const atLeast = (text: string, least: number): string | undefined =>
  text.trim().length >= least ? text.trim() : undefined;

/** The input, and its values; undefined if something is missing or wrong. */
function usePressForm(entry: DeskPressEntry | undefined) {
  const [outlet, setOutlet] = useState(entry?.outlet_name ?? '');
  const [title, setTitle] = useState(entry?.title ?? '');
  const [excerpt, setExcerpt] = useState(entry?.excerpt ?? '');
  const [link, setLink] = useState(entry?.link ?? 'https://');
  const [picture, setPicture] = useState(entry?.image_url ?? '');
  const [day, setDay] = useState(toTimeField(entry?.published_at ?? now()));
  return {
    typed: { outlet, title, excerpt, link, picture, day },
    set: { setOutlet, setTitle, setExcerpt, setLink, setPicture, setDay },
    value: {
      outlet: atLeast(outlet, 2),
      title: atLeast(title, 3),
      link: isOutsideAddress(link.trim()) ? link.trim() : undefined,
      picture: picture.trim() === '' ? null : PICTURE.test(picture.trim()) ? picture.trim() : undefined,
      day: fromTimeField(day) ?? undefined,
    },
  };
}

type Form = ReturnType<typeof usePressForm>;
type Wrong = (one: unknown, text: ReactNode) => ReactNode;

function Fields({ form: { typed, set, value }, wrong }: { readonly form: Form; readonly wrong: Wrong }) {
  return (
    <>
      <Field label={<Trans>Outlet</Trans>} error={wrong(value.outlet, <Trans>At least 2 characters.</Trans>)}>
        <Input value={typed.outlet} maxLength={60} onChange={(event) => set.setOutlet(event.target.value)} />
      </Field>
      <Field label={<Trans>Title</Trans>} error={wrong(value.title, <Trans>At least 3 characters.</Trans>)}>
        <Input value={typed.title} maxLength={200} onChange={(event) => set.setTitle(event.target.value)} />
      </Field>
      <Field label={<Trans>Excerpt</Trans>} optional>
        <TextArea
          rows={3}
          value={typed.excerpt}
          maxLength={600}
          onChange={(event) => set.setExcerpt(event.target.value)}
        />
      </Field>
      <Field
        label={<Trans>Article address</Trans>}
        hint={<Trans>Readers see the name of the site before they leave.</Trans>}
        error={wrong(value.link, <Trans>An address that begins with https://</Trans>)}
      >
        <Input
          type="url"
          value={typed.link}
          maxLength={500}
          onChange={(event) => set.setLink(event.target.value)}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
        <Field
          label={<Trans>Published (UTC)</Trans>}
          hint={<Trans>It is shown from then on.</Trans>}
          error={wrong(value.day, <Trans>Choose a day and a time.</Trans>)}
        >
          <Input
            type="datetime-local"
            value={typed.day}
            onChange={(event) => set.setDay(event.target.value)}
          />
        </Field>
        <Field
          label={<Trans>Picture</Trans>}
          hint={<Trans>A picture of this site, such as /scenes/name.png</Trans>}
          error={wrong(value.picture, <Trans>A path that begins with /scenes/</Trans>)}
          optional
        >
          <Input
            value={typed.picture}
            maxLength={200}
            onChange={(event) => set.setPicture(event.target.value)}
          />
        </Field>
      </div>
    </>
  );
}

export interface PressDialogProps {
  /** Undefined: a new one. */
  readonly entry: DeskPressEntry | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** An entry of the press page. */
export function PressDialog({ entry, onSaved, onClose }: PressDialogProps) {
  const form = usePressForm(entry);
  const [isAttempted, setAttempted] = useState(false);
  const { typed, value } = form;
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    const { outlet, title, link, picture, day } = value;
    if (outlet === undefined || title === undefined || link === undefined) return;
    if (picture === undefined || day === undefined) return;
    await deskApi.saveDeskPress({
      body: {
        ...(entry && { id: entry.id }),
        outlet_name: outlet,
        title,
        excerpt: typed.excerpt.trim(),
        link,
        image_url: picture,
        published_at: day,
      },
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
    <Dialog title={entry ? <Trans>Change the entry</Trans> : <Trans>New entry</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <Fields form={form} wrong={wrong} />
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <Button type="submit" kind="key" size="large" busy={isBusy}>
          <Trans>Save</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
