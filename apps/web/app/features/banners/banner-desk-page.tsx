import type { DeskBanner } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, Empty, HeadCell, Notice, Tag, type TagTone } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import { BannerDialog } from './banner-dialog.tsx';
import { AUDIENCES } from './banner-words.ts';

const STATES: Readonly<Record<DeskBanner['state'], readonly [MessageDescriptor, TagTone]>> = {
  open: [msg`Shown now`, 'ok'],
  waits: [msg`Begins later`, 'info'],
  over: [msg`Over`, 'neutral'],
};

interface RowProps {
  readonly banner: DeskBanner;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function Row({ banner, onOpen, onRemove }: RowProps) {
  const { t, i18n } = useLingui();
  const [words, tone] = STATES[banner.state];
  return (
    <tr>
      <td className="whitespace-normal!">
        <button type="button" className="row-button" aria-label={banner.alt} onClick={onOpen}>
          <img className="banner-thumb" src={banner.image_url} alt="" loading="lazy" />
          <b>{banner.alt}</b>
        </button>
      </td>
      <td className="max-tablet:hidden">{t(AUDIENCES[banner.audience])}</td>
      <td className="figure max-tablet:hidden">
        {formatDayTime(banner.starts_at, i18n.locale)}
        {banner.ends_at && ` – ${formatDayTime(banner.ends_at, i18n.locale)}`}
      </td>
      <td className="is-end figure max-tablet:hidden">{banner.position}</td>
      <td>
        <Tag tone={tone}>{t(words)}</Tag>
      </td>
      <td className="is-end">
        <Button kind="text" size="small" onClick={onRemove} aria-label={t`Remove: ${banner.alt}`}>
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
        <Trans>Banner</Trans>
      </HeadCell>
      <HeadCell className="max-tablet:hidden">
        <Trans>Shown to</Trans>
      </HeadCell>
      <HeadCell className="max-tablet:hidden">
        <Trans>When</Trans>
      </HeadCell>
      <HeadCell end className="max-tablet:hidden">
        <Trans>Order</Trans>
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

/** Asks, then removes one; shows a failure. */
function useRemove(onDone: () => void) {
  const { t, i18n } = useLingui();
  const [failure, setFailure] = useState<string>();
  const remove = (banner: DeskBanner) =>
    openModal('confirm', {
      title: t`Remove this banner?`,
      text: t`Pages stop showing it at once, and its dates are lost.`,
      yes: t`Remove`,
      onYes: () => {
        setFailure(undefined);
        deskApi
          .removeDeskBanner({ params: { id: banner.id } })
          .then(onDone, (error: unknown) => setFailure(explainError(error, i18n)));
      },
    });
  return { failure, remove };
}

/** `/admin/banners`: pictures with a link under the header of pages. */
export function BannerDeskPage() {
  const desk = useDesk('banners', (signal) => deskApi.listDeskBanners({ signal }));
  const [open, setOpen] = useState<DeskBanner | 'new'>();
  const { failure, remove } = useRemove(desk.reload);
  const close = () => setOpen(undefined);
  return (
    <section>
      <DeskSection desk={desk}>
        {({ items }) => (
          <>
            <div className="module-head px-4 py-3">
              <h2 className="grow">
                <Trans>Banners</Trans>
              </h2>
              <Button kind="key" onClick={() => setOpen('new')}>
                <Trans>New banner</Trans>
              </Button>
            </div>
            {failure !== undefined && <Notice tone="bad" title={failure} />}
            {items.length === 0 ? (
              <Empty title={<Trans>No banner yet</Trans>}>
                <Trans>Add one to show it under the header of pages.</Trans>
              </Empty>
            ) : (
              <div className="desk-scroll">
                <table className="data-table">
                  <Head />
                  <tbody>
                    {items.map((banner) => (
                      <Row
                        key={banner.id}
                        banner={banner}
                        onOpen={() => setOpen(banner)}
                        onRemove={() => remove(banner)}
                      />
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            {open && (
              <BannerDialog
                banner={open === 'new' ? undefined : open}
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
