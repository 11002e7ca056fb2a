import type { DeskPressEntry } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, Empty, HeadCell, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRemoval } from '../back-office/index.ts';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import { PressDialog } from './press-dialog.tsx';

interface RowProps {
  readonly entry: DeskPressEntry;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function Row({ entry, onOpen, onRemove }: RowProps) {
  const { t, i18n } = useLingui();
  return (
    <tr>
      <td className="whitespace-normal!">
        <button type="button" className="row-button" aria-label={entry.title} onClick={onOpen}>
          <b>{entry.title}</b>
        </button>
      </td>
      <td className="max-tablet:hidden">{entry.outlet_name}</td>
      <td className="max-tablet:hidden">{URL.parse(entry.link)?.host}</td>
      <td className="figure max-tablet:hidden">{formatDayTime(entry.published_at, i18n.locale)}</td>
      <td className="is-end">
        <Button kind="text" size="small" onClick={onRemove} aria-label={t`Remove: ${entry.title}`}>
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
        <Trans>Entry</Trans>
      </HeadCell>
      <HeadCell className="max-tablet:hidden">
        <Trans>Outlet</Trans>
      </HeadCell>
      <HeadCell className="max-tablet:hidden">
        <Trans>Leads to</Trans>
      </HeadCell>
      <HeadCell className="max-tablet:hidden">
        <Trans>Published</Trans>
      </HeadCell>
      <HeadCell end>
        <span className="visually-hidden">
          <Trans>Actions</Trans>
        </span>
      </HeadCell>
    </tr>
  </thead>
);

interface PagesProps {
  readonly page: number;
  readonly last: number;
  readonly onPage: (page: number) => void;
}

function Pages({ page, last, onPage }: PagesProps) {
  if (last < 2) return null;
  return (
    <div className="flex items-center gap-3 p-4">
      <Button kind="line" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Trans>Back</Trans>
      </Button>
      <span className="figure text-ink-2">
        <Trans>
          Page {page} of {last}
        </Trans>
      </span>
      <Button kind="line" disabled={page >= last} onClick={() => onPage(page + 1)}>
        <Trans>Next</Trans>
      </Button>
    </div>
  );
}

/** `/admin/press`: what others have written, as the press page shows it. */
export function PressDeskPage() {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const desk = useDesk(`press ${page}`, (signal) =>
    deskApi.listDeskPress({ query: { page: String(page) }, signal }),
  );
  const [open, setOpen] = useState<DeskPressEntry | 'new'>();
  const { failure, ask } = useRemoval(desk.reload);
  const close = () => setOpen(undefined);
  return (
    <section>
      <DeskSection desk={desk}>
        {({ items, last_page: last }) => (
          <>
            <div className="module-head px-4 py-3">
              <h2 className="grow">
                <Trans>Press</Trans>
              </h2>
              <Button kind="key" onClick={() => setOpen('new')}>
                <Trans>New entry</Trans>
              </Button>
            </div>
            {failure !== undefined && <Notice tone="bad" title={failure} />}
            {items.length === 0 ? (
              <Empty title={<Trans>No entry yet</Trans>}>
                <Trans>Add an article, and the press page shows it.</Trans>
              </Empty>
            ) : (
              <div className="desk-scroll">
                <table className="data-table">
                  <Head />
                  <tbody>
                    {items.map((entry) => (
                      <Row
                        key={entry.id}
                        entry={entry}
                        onOpen={() => setOpen(entry)}
                        onRemove={() =>
                          ask({ title: t`Remove this entry?`, text: t`Its link stops working too.` }, () =>
                            deskApi.removeDeskPress({ params: { id: entry.id } }),
                          )
                        }
                      />
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            <Pages page={page} last={last} onPage={setPage} />
            {open && (
              <PressDialog
                entry={open === 'new' ? undefined : open}
                onSaved={() => {
                  close();
                  desk.reload();
                }}
                onClose={close}
              />
            )}
          </>
        )}
      </DeskSection>
    </section>
  );
}
