import type { SettlementFile } from '@klieg/contract';
import { formatAmount, formatDay, formatDayTime } from '@klieg/i18n';
import { Button, Chip, Chips, Empty, HeadCell, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { deskApi } from './desk-api.ts';
import { DeskSection } from './desk-section.tsx';
import { BILLER_NAMES } from './desk-words.ts';
import { SettlementLines } from './settlement-lines.tsx';
import { UnreadRows } from './unread-rows.tsx';
import { UploadSettlement } from './upload-settlement.tsx';
import { useDesk } from './use-desk.ts';

function Files({ files }: { readonly files: readonly SettlementFile[] }) {
  const { i18n } = useLingui();
  return (
    <table className="data-table">
      <thead>
        <tr>
          <HeadCell>
            <Trans>File</Trans>
          </HeadCell>
          <HeadCell className="max-tablet:hidden">
            <Trans>Days</Trans>
          </HeadCell>
          <HeadCell className="max-tablet:hidden">
            <Trans>Taken</Trans>
          </HeadCell>
          <HeadCell end>
            <Trans>Lines</Trans>
          </HeadCell>
          <HeadCell end>
            <Trans>Open</Trans>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.id}>
            <td className="whitespace-normal!">
              <Link className="row-button" to={`/admin/settlements?file=${file.id}`}>
                <b>{BILLER_NAMES[file.biller]}</b> {file.name}
              </Link>
            </td>
            <td className="figure max-tablet:hidden">
              {formatDay(file.from, i18n.locale)} – {formatDay(file.to, i18n.locale)}
            </td>
            <td className="text-ink-2 max-tablet:hidden">
              {file.by}, {formatDayTime(file.at, i18n.locale)}
            </td>
            <td className="is-end figure">{formatAmount(file.lines, i18n.locale)}</td>
            <td className="is-end">
              <Tag tone={file.open + file.unread === 0 ? 'ok' : 'warn'}>
                {formatAmount(file.open + file.unread, i18n.locale)}
              </Tag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `/admin/settlements`: what billers say they paid, compared with their posts. */
export function SettlementsPage() {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const file = params.get('file');
  const before = params.get('before');
  const isAll = params.get('show') === 'all' || file !== null;
  const files = useDesk('files', (signal) => deskApi.listSettlements({ signal }));
  const lines = useDesk(params.toString(), (signal) => {
    const which = { ...(file && { file }), ...(!isAll && { open: '1' as const }) };
    return deskApi.listSettlementLines({
      query: { limit: '50', ...which, ...(before && { cursor: before }) },
      signal,
    });
  });
  const reload = () => {
    files.reload();
    lines.reload();
  };
  return (
    <div className="rack">
      <UploadSettlement onUploaded={reload} />
      {file !== null && <UnreadRows file={file} />}
      <section>
        <div className="module-head px-4 py-3">
          <h2 className="grow">
            <Trans>Lines</Trans>
          </h2>
          <Chips label={t`Lines`}>
            <Chip pressed={!isAll} onPress={() => setParams({})}>
              <Trans>Open</Trans>
            </Chip>
            <Chip pressed={isAll} onPress={() => setParams({ show: 'all' })}>
              <Trans>All</Trans>
            </Chip>
          </Chips>
        </div>
        <DeskSection desk={lines}>
          {({ items, next_cursor: next }) => (
            <>
              {items.length === 0 ? (
                <div className="p-4">
                  <Empty title={<Trans>No open lines</Trans>}>
                    <Trans>Everything billers settled matches what they reported.</Trans>
                  </Empty>
                </div>
              ) : (
                <SettlementLines lines={items} onResolved={reload} />
              )}
              {next && (
                <div className="grid justify-center p-4">
                  <Button
                    kind="line"
                    onClick={() => setParams({ ...Object.fromEntries(params), before: next })}
                  >
                    <Trans>Older lines</Trans>
                  </Button>
                </div>
              )}
            </>
          )}
        </DeskSection>
      </section>
      <section>
        <h2 className="px-4 py-3">
          <Trans>Files</Trans>
        </h2>
        <DeskSection desk={files}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="px-4 pb-4 text-ink-2">
                <Trans>No file uploaded yet.</Trans>
              </p>
            ) : (
              <Files files={items} />
            )
          }
        </DeskSection>
      </section>
    </div>
  );
}
