import type { Api, LiveCheck, ResultOf } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, HeadCell, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import { ReleaseDiff } from './release-diff.tsx';
import { RuleSimulator } from './rule-simulator.tsx';
import { placeName } from './place-words.ts';

type Rules = ResultOf<Api['listJurisdictions']>;

/** Live checks that wait for somebody of the house to decide. */
function LiveChecks({
  items,
  onDecided,
}: {
  readonly items: readonly LiveCheck[];
  readonly onDecided: () => void;
}) {
  const { t, i18n } = useLingui();
  const [failure, setFailure] = useState<string>();
  const guest = t`A guest`;
  const [busy, setBusy] = useState<string>();
  const decide = async (id: string, isAdult: boolean) => {
    setBusy(id);
    setFailure(undefined);
    try {
      await deskApi.decideLiveCheck({ params: { id }, body: { is_adult: isAdult } });
      onDecided();
    } catch (error) {
      setFailure(explainError(error, i18n));
    }
    setBusy(undefined);
  };
  return (
    <section className="grid gap-3 p-4">
      <h2>
        <Trans>Live checks</Trans>
      </h2>
      {failure && <Notice tone="bad" title={failure} />}
      {items.length === 0 ? (
        <p className="text-ink-2">
          <Trans>Nobody is waiting for a live check.</Trans>
        </p>
      ) : (
        <div className="desk-scroll">
          <table className="data-table">
            <thead>
              <tr>
                <HeadCell>
                  <Trans>Who</Trans>
                </HeadCell>
                <HeadCell>
                  <Trans>Place</Trans>
                </HeadCell>
                <HeadCell>
                  <Trans>Since</Trans>
                </HeadCell>
                <HeadCell>
                  <Trans>What you saw</Trans>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {items.map(({ id, username, jurisdiction, begun_at: at }) => (
                <tr key={id}>
                  <td>{username ?? guest}</td>
                  <td>{placeName(jurisdiction, i18n.locale)}</td>
                  <td>{formatDayTime(new Date(at), i18n.locale)}</td>
                  <td className="is-end">
                    <Button
                      kind="neutral"
                      size="small"
                      busy={busy === id}
                      aria-label={t`Adult: ${username ?? guest}`}
                      onClick={() => void decide(id, true)}
                    >
                      <Trans>Adult</Trans>
                    </Button>{' '}
                    <Button
                      kind="line"
                      size="small"
                      busy={busy === id}
                      aria-label={t`Not proven: ${username ?? guest}`}
                      onClick={() => void decide(id, false)}
                    >
                      <Trans>Not shown</Trans>
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function LiveSection() {
  const desk = useDesk<{ readonly items: readonly LiveCheck[] }>('live-checks', () =>
    deskApi.listLiveChecks(),
  );
  return (
    <DeskSection desk={desk}>
      {({ items }) => <LiveChecks items={items} onDecided={desk.reload} />}
    </DeskSection>
  );
}

/** `/admin/jurisdictions`: the rules in use, what they require of whom, and the live checks. */
export function AgeDeskPage() {
  const desk = useDesk<Rules>('jurisdictions', () => deskApi.listJurisdictions());
  return (
    <DeskSection desk={desk}>
      {({ items, served }) => (
        <>
          <RuleSimulator releases={items} served={served} />
          <ReleaseDiff releases={items} />
          <LiveSection />
        </>
      )}
    </DeskSection>
  );
}
