import { ErrorBox, FactList } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { ContentFrame } from '../content-pages/index.ts';
import { KIND_WORDS } from './complaint-words.ts';

type Report = Answer<'getTransparency'>;

function Kinds({ kinds }: Pick<Report, 'kinds'>) {
  const { t, i18n } = useLingui();
  const hours = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 1 });
  if (kinds.length === 0)
    return (
      <p>
        <Trans>No complaints in this period.</Trans>
      </p>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section className="overflow-x-auto" tabIndex={0} aria-label={t`Complaints by kind`}>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Kind</Trans>
            </th>
            <th scope="col">
              <Trans>Received</Trans>
            </th>
            <th scope="col">
              <Trans>Removed</Trans>
            </th>
            <th scope="col">
              <Trans>Kept</Trans>
            </th>
            <th scope="col">
              <Trans>Open</Trans>
            </th>
            <th scope="col">
              <Trans>Late</Trans>
            </th>
            <th scope="col">
              <Trans>Median, hours</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((one) => (
            <tr key={one.kind}>
              <th scope="row">{t(KIND_WORDS[one.kind])}</th>
              <td className="num">{one.received}</td>
              <td className="num">{one.removed}</td>
              <td className="num">{one.rejected}</td>
              <td className="num">{one.open}</td>
              <td className="num">{one.late}</td>
              <td className="num">{one.median_hours === null ? '–' : hours.format(one.median_hours)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** `/complaints/transparency`: numbers of complaints and their outcomes. */
export function TransparencyPage() {
  const { i18n } = useLingui();
  const { state, reload } = useLoaded('transparency', (signal) => lateApi.getTransparency({ signal }));
  const day = (at: string) =>
    new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
  return (
    <ContentFrame
      title={<Trans>Transparency report</Trans>}
      note={
        <Trans>What was complained about and what came of it. No names, and none of what was said.</Trans>
      }
    >
      {state.kind === 'loading' && <span className="skeleton h-36" aria-busy="true" />}
      {state.kind === 'failed' && <ErrorBox title={<Trans>This did not load</Trans>} onRetry={reload} />}
      {state.kind === 'ready' && (
        <>
          <p className="text-ink-2">
            <Trans>
              From {day(state.value.from)} to {day(state.value.to)}
            </Trans>
          </p>
          <Kinds kinds={state.value.kinds} />
          <div className="max-w-[560px]">
            <FactList
              facts={[
                { label: <Trans>Appeals</Trans>, value: String(state.value.appeals.received) },
                { label: <Trans>Decision upheld</Trans>, value: String(state.value.appeals.upheld) },
                {
                  label: <Trans>Decision changed</Trans>,
                  value: String(state.value.appeals.overturned),
                },
                {
                  label: <Trans>Counter-notices</Trans>,
                  value: String(state.value.counter_notices.received),
                },
                {
                  label: <Trans>Counter-notices accepted</Trans>,
                  value: String(state.value.counter_notices.accepted),
                },
                {
                  label: <Trans>Counter-notices rejected</Trans>,
                  value: String(state.value.counter_notices.rejected),
                },
              ]}
            />
          </div>
        </>
      )}
    </ContentFrame>
  );
}
