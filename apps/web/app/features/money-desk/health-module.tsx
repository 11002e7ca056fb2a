import type { PlaybackAnswer, Stats } from '@klieg/contract';
import { formatCount, formatMoment, numberFormat } from '@klieg/i18n';
import { Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Answer } from '../../shared/api/answers.ts';
import { codeOf } from '../../shared/errors/explain-error.ts';
import { deskApi } from './desk-api.ts';
import { DeskSection } from './desk-section.tsx';
import { BILLER_NAMES } from './desk-words.ts';
import { billersOf, ledgerTone, playbackTone, type Tone } from './health-rules.ts';
import { ModuleWaiting } from './module-waiting.tsx';
import { type Desk, useDesk } from './use-desk.ts';
import type { Standing } from './use-standing.ts';

/** Rows that are there without any biller. */
const ROWS = 3;

interface Health {
  readonly playback: PlaybackAnswer['total'];
  /** Null: it is read only with the password given lately, which is not asked for on the first page. */
  readonly ledger: Answer<'getLedgerHealth'> | null;
}

const readHealth = async (signal: AbortSignal): Promise<Health> => {
  const [playback, ledger] = await Promise.all([
    deskApi.readPlayback({ query: { days: '1' }, signal }),
    deskApi.getLedgerHealth({ signal }).catch((error: unknown) => {
      if (codeOf(error) === 'common.sudo_required') return null;
      throw error;
    }),
  ]);
  return { playback: playback.total, ledger };
};

interface PartProps {
  readonly tone: Tone;
  readonly name: ReactNode;
  readonly detail: ReactNode;
  readonly figure?: ReactNode;
  readonly to: string;
}

/** A part of the site: its state as shape, colour and word, its current figures, and a link to more. */
function Part({ tone, name, detail, figure, to }: PartProps) {
  const { t } = useLingui();
  const words: Readonly<Record<Tone, string>> = {
    ok: t`good`,
    warn: t`look at it`,
    bad: t`failing`,
    unknown: t`not known yet`,
  };
  return (
    <li>
      <Link className="list-row desk-part" to={to}>
        <i className="desk-state" data-tone={tone} />
        <span className="min-w-0 grow">
          <b className="block truncate">{name}</b>
          <span className="visually-hidden">, {words[tone]}</span>
        </span>
        <span className="small figure text-ink-2">{detail}</span>
        <span className="small figure desk-part-figure">{figure}</span>
      </Link>
    </li>
  );
}

function LiveRooms({ standing: { answer } }: { readonly standing: Desk<Standing> }) {
  const { i18n } = useLingui();
  const live = answer.kind === 'ready' ? answer.value : undefined;
  const count = (value: number) => formatCount(value, i18n.locale);
  return (
    <Part
      tone={live ? 'ok' : 'unknown'}
      name={<Trans>Live rooms</Trans>}
      detail={live ? <Trans>{count(live.watching)} watching</Trans> : '—'}
      figure={live && count(live.rooms)}
      to="/mod/live"
    />
  );
}

function Parts({
  health: { playback, ledger },
  standing,
  approvalToday,
  today,
}: HealthModuleProps & { readonly health: Health }) {
  const { i18n } = useLingui();
  const percent = (value: number) =>
    `${numberFormat(i18n.locale, { maximumFractionDigits: 1 }).format(value)}%`;
  const seconds = (ms: number) =>
    `${numberFormat(i18n.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(ms / 1_000)} s`;
  return (
    <ul className="desk-parts">
      <LiveRooms standing={standing} />
      <Part
        tone={playbackTone(playback.stalled_percent)}
        name={<Trans>Playback</Trans>}
        detail={
          playback.stalled_percent === null ? (
            <Trans>nobody watched</Trans>
          ) : (
            <Trans>{percent(playback.stalled_percent)} stalled</Trans>
          )
        }
        figure={playback.latency_p50_ms === null ? '—' : seconds(playback.latency_p50_ms)}
        to="/admin/playback"
      />
      <Part
        tone={ledgerTone(ledger)}
        name={<Trans>Ledger</Trans>}
        detail={
          ledger === null ? (
            <Trans>opens with your password</Trans>
          ) : ledger.checked_at === null ? (
            <Trans>not checked yet</Trans>
          ) : (
            <Trans>differences: {ledger.drift}</Trans>
          )
        }
        figure={ledger?.checked_at ? formatMoment(ledger.checked_at, i18n.locale).slice(0, 5) : '—'}
        to="/admin/ledger"
      />
      {billersOf(approvalToday).map(({ biller, answers, declined, tone }) => (
        <Part
          key={biller}
          tone={tone}
          name={BILLER_NAMES[biller as keyof typeof BILLER_NAMES] ?? biller}
          detail={<Trans>{percent(declined)} declined</Trans>}
          figure={formatCount(answers, i18n.locale)}
          to={`/admin/orders?biller=${biller}&day=${today}`}
        />
      ))}
    </ul>
  );
}

/** How many parts are failing, in the head of the module. */
function Failing({ health, approvalToday }: { readonly health: Health; readonly approvalToday: Stats }) {
  const tones = [
    playbackTone(health.playback.stalled_percent),
    ledgerTone(health.ledger),
    ...billersOf(approvalToday).map(({ tone }) => tone),
  ];
  const count = tones.filter((tone) => tone === 'bad').length;
  if (count === 0) return null;
  return (
    <Tag tone="bad">
      <Trans>{count} failing</Trans>
    </Tag>
  );
}

interface HealthModuleProps {
  readonly standing: Desk<Standing>;
  readonly approvalToday: Stats;
  readonly today: string;
}

/** How the parts of the site do today, each with the way to its own page; for admins. */
export function HealthModule(props: HealthModuleProps) {
  const desk = useDesk('health', readHealth);
  return (
    <section className="module desk-health">
      <div className="module-head">
        <h2 className="grow">
          <Trans>Health, today</Trans>
        </h2>
        {desk.answer.kind === 'ready' && (
          <Failing health={desk.answer.value} approvalToday={props.approvalToday} />
        )}
      </div>
      <DeskSection
        desk={desk}
        waiting={<ModuleWaiting rows={ROWS + billersOf(props.approvalToday).length} />}
      >
        {(health) => <Parts {...props} health={health} />}
      </DeskSection>
    </section>
  );
}
