import type { DeskAnnouncement } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, Empty, HeadCell, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRemoval } from '../back-office/index.ts';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import { AnnouncementDialog } from './announcement-dialog.tsx';
import { AUDIENCES } from './audiences.ts';

interface RowProps {
  readonly post: DeskAnnouncement;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function Row({ post, onOpen, onRemove }: RowProps) {
  const { t, i18n } = useLingui();
  return (
    <tr>
      <td className="whitespace-normal!">
        <button type="button" className="row-button" aria-label={post.title} onClick={onOpen}>
          <b>{post.title}</b>
        </button>
      </td>
      <td>{t(AUDIENCES[post.audience])}</td>
      <td className="figure max-tablet:hidden">{formatDayTime(post.at, i18n.locale)}</td>
      <td className="is-end">
        <Button kind="text" size="small" onClick={onRemove} aria-label={t`Remove: ${post.title}`}>
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
        <Trans>Title</Trans>
      </HeadCell>
      <HeadCell>
        <Trans>For</Trans>
      </HeadCell>
      <HeadCell className="max-tablet:hidden">
        <Trans>Since</Trans>
      </HeadCell>
      <HeadCell end>
        <span className="visually-hidden">
          <Trans>Actions</Trans>
        </span>
      </HeadCell>
    </tr>
  </thead>
);

/** `/admin/announcements`: what members are told. */
export function AnnouncementDeskPage() {
  const { t } = useLingui();
  const desk = useDesk('announcements', (signal) => deskApi.listDeskAnnouncements({ signal }));
  const [open, setOpen] = useState<DeskAnnouncement | 'new'>();
  const { failure, ask } = useRemoval(desk.reload);
  const close = () => setOpen(undefined);
  return (
    <section>
      <DeskSection desk={desk}>
        {({ items }) => (
          <>
            <div className="module-head px-4 py-3">
              <h2 className="grow">
                <Trans>Announcements</Trans>
              </h2>
              <Button kind="key" onClick={() => setOpen('new')}>
                <Trans>New announcement</Trans>
              </Button>
            </div>
            {failure !== undefined && <Notice tone="bad" title={failure} />}
            {items.length === 0 ? (
              <Empty title={<Trans>No announcement yet</Trans>}>
                <Trans>Members are told of the newest one once, and find all of them on one page.</Trans>
              </Empty>
            ) : (
              <div className="desk-scroll">
                <table className="data-table">
                  <Head />
                  <tbody>
                    {items.map((post) => (
                      <Row
                        key={post.id}
                        post={post}
                        onOpen={() => setOpen(post)}
                        onRemove={() =>
                          ask(
                            { title: t`Remove this announcement?`, text: t`It disappears from its page.` },
                            () => deskApi.removeDeskAnnouncement({ params: { id: post.id } }),
                          )
                        }
                      />
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            {open && (
              <AnnouncementDialog
                post={open === 'new' ? undefined : open}
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
