import type { DeskLink } from '@klieg/contract';
import { formatAmount, formatDayTime } from '@klieg/i18n';
import { DAY_MS } from '@klieg/kernel/time';
import { Button, Dialog, Empty, Field, HeadCell, Input, Notice, Tag, type TagTone } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { fromTimeField, toTimeField, useDeskSave, useRemoval, wholeOf } from '../back-office/index.ts';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import { isOutsideAddress } from './outside-address.ts';

const STATES: Readonly<Record<DeskLink['state'], readonly [MessageDescriptor, TagTone]>> = {
  open: [msg`Active`, 'ok'],
  used_up: [msg`Used up`, 'neutral'],
  expired: [msg`Ended`, 'neutral'],
};
const USES = { min: 1, max: 1_000_000 };
const MONTH_MS = 30 * DAY_MS;

interface LinkDialogProps {
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

function LinkDialog({ onSaved, onClose }: LinkDialogProps) {
  const [url, setUrl] = useState('https://');
  const [uses, setUses] = useState('');
  const [end, setEnd] = useState(() => toTimeField(new Date(Date.now() + MONTH_MS).toISOString()));
  const [isAttempted, setAttempted] = useState(false);
  const usesMax = uses.trim() === '' ? null : wholeOf(uses, USES);
  const until = fromTimeField(end);
  const isUrlFine = isOutsideAddress(url.trim());
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    if (until === null || usesMax === undefined) return;
    await deskApi.addDeskLink({
      body: { url: url.trim(), expires_at: until, ...(usesMax !== null && { uses: usesMax }) },
    });
    onSaved();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (isUrlFine && usesMax !== undefined && until !== null) void save();
  };
  if (locked) return locked;
  return (
    <Dialog title={<Trans>New link</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <Field
          label={<Trans>Address</Trans>}
          error={isAttempted && !isUrlFine ? <Trans>An address that begins with https://</Trans> : undefined}
        >
          <Input type="url" value={url} maxLength={500} onChange={(event) => setUrl(event.target.value)} />
        </Field>
        <Field
          label={<Trans>How many people may use it</Trans>}
          hint={<Trans>Empty: everyone.</Trans>}
          error={
            isAttempted && usesMax === undefined ? (
              <Trans>A whole number from 1 to 1,000,000.</Trans>
            ) : undefined
          }
        >
          <Input inputMode="numeric" value={uses} onChange={(event) => setUses(event.target.value)} />
        </Field>
        <Field
          label={<Trans>Valid until (UTC)</Trans>}
          hint={<Trans>A year at most.</Trans>}
          error={isAttempted && until === null ? <Trans>Choose a day and a time.</Trans> : undefined}
        >
          <Input type="datetime-local" value={end} onChange={(event) => setEnd(event.target.value)} />
        </Field>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <Button type="submit" kind="key" size="large" busy={isBusy}>
          <Trans>Create the link</Trans>
        </Button>
      </form>
    </Dialog>
  );
}

function Row({ link, onRemove }: { readonly link: DeskLink; readonly onRemove: () => void }) {
  const { t, i18n } = useLingui();
  const [words, tone] = STATES[link.state];
  const most = link.uses_max === null ? '∞' : formatAmount(link.uses_max, i18n.locale);
  return (
    <tr>
      <td className="whitespace-normal!">
        <a className="desk-link break-all" href={`/redir/${link.key}`}>
          {link.url}
        </a>
      </td>
      <td className="is-end figure">
        {link.uses_max === null ? '–' : formatAmount(link.uses, i18n.locale)} / {most}
      </td>
      <td className="figure max-tablet:hidden">
        {link.expires_at !== null && formatDayTime(link.expires_at, i18n.locale)}
      </td>
      <td>
        <Tag tone={tone}>{t(words)}</Tag>
      </td>
      <td className="is-end">
        <Button kind="text" size="small" onClick={onRemove} aria-label={t`Remove: ${link.url}`}>
          <Trans>Remove</Trans>
        </Button>
      </td>
    </tr>
  );
}

const Head = () => (
  <thead>
    <tr>
      <HeadCell>
        <Trans>Leads to</Trans>
      </HeadCell>
      <HeadCell end>
        <Trans>Used</Trans>
      </HeadCell>
      <HeadCell className="max-tablet:hidden">
        <Trans>Until</Trans>
      </HeadCell>
      <HeadCell>
        <Trans>State</Trans>
      </HeadCell>
      <HeadCell end>
        <span className="visually-hidden">
          <Trans>Actions</Trans>
        </span>
      </HeadCell>
    </tr>
  </thead>
);

/** `/admin/redir`: links to other sites made by staff; those of press entries are with the entries. */
export function LinkDeskPage() {
  const { t } = useLingui();
  const desk = useDesk('redir', (signal) => deskApi.listDeskLinks({ signal }));
  const [isOpen, setOpen] = useState(false);
  const { failure, ask } = useRemoval(desk.reload);
  return (
    <section>
      <DeskSection desk={desk}>
        {({ items }) => (
          <>
            <div className="module-head px-4 py-3">
              <h2 className="grow">
                <Trans>Outside links</Trans>
              </h2>
              <Button kind="key" onClick={() => setOpen(true)}>
                <Trans>New link</Trans>
              </Button>
            </div>
            {failure !== undefined && <Notice tone="bad" title={failure} />}
            {items.length === 0 ? (
              <Empty title={<Trans>No link yet</Trans>}>
                <Trans>Your links open a page that names the other site before anyone leaves.</Trans>
              </Empty>
            ) : (
              <div className="desk-scroll">
                <table className="data-table">
                  <Head />
                  <tbody>
                    {items.map((link) => (
                      <Row
                        key={link.key}
                        link={link}
                        onRemove={() =>
                          ask({ title: t`Remove this link?`, text: t`It stops working at once.` }, () =>
                            deskApi.removeDeskLink({ params: { key: link.key } }),
                          )
                        }
                      />
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            {isOpen && (
              <LinkDialog
                onSaved={() => {
                  setOpen(false);
                  desk.reload();
                }}
                onClose={() => setOpen(false)}
              />
            )}
          </>
        )}
      </DeskSection>
    </section>
  );
}
