import type { WheelName } from '@klieg/contract';
import { formatAmount, formatDayTime } from '@klieg/i18n';
import { Button, Dialog, Empty, ErrorBox, HeadCell, Notice, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { type SpinState, useWheel, type WheelOffer } from './use-wheel.ts';
import { WheelFace } from './wheel-face.tsx';
import './promo.css';

/** Prizes and how often each comes, in percent; the one that came is marked. */
function OddsTable({ offer, won }: { readonly offer: WheelOffer; readonly won: number | undefined }) {
  const { i18n } = useLingui();
  const percent = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 2 });
  return (
    <table className="wheel-odds">
      <thead>
        <tr>
          <HeadCell>
            <Trans>Prize</Trans>
          </HeadCell>
          <HeadCell end>
            <Trans>Odds</Trans>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {offer.fields.map(({ id, tokens, odds }, slot) => (
          <tr key={id} data-won={slot === won || undefined}>
            <td>
              <TokenAmount amountTokens={tokens} />
            </td>
            <td className="figure">{percent.format(odds)}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What came, in words that are read aloud. */
function Result({ state }: { readonly state: SpinState }) {
  const { i18n } = useLingui();
  if (state.kind !== 'done') return <output />;
  const { spun } = state;
  const amount = formatAmount(spun.prize.tokens, i18n.locale);
  return (
    <output className="grid justify-items-start gap-3">
      <div className="wheel-result justify-self-stretch">
        <span className="label">
          <Trans>You have</Trans>
        </span>
        <span className="display">
          <Trans>{amount} tokens</Trans>
        </span>
        <span>
          {spun.on_hold ? (
            <Trans>They are kept for you until you confirm your email, for 30 days.</Trans>
          ) : (
            <Trans>They are in your balance. They can be spent, not paid out.</Trans>
          )}
        </span>
      </div>
      <Button kind="line" onClick={() => openModal('wheel-draws', { drawId: spun.draw_id })}>
        <Trans>Check this draw</Trans>
      </Button>
    </output>
  );
}

/** Nothing to spin: when the next one comes. */
function NoSpins({
  wheel,
  nextSpinAt,
}: {
  readonly wheel: WheelName;
  readonly nextSpinAt: string | undefined;
}) {
  const { i18n } = useLingui();
  const at = nextSpinAt === undefined ? '' : formatDayTime(new Date(nextSpinAt), i18n.locale);
  return (
    <Empty title={<Trans>No spins left</Trans>}>
      {wheel === 'promo' ? (
        <Trans>A spin comes with each purchase.</Trans>
      ) : at ? (
        <Trans>Your next free spin comes {at}.</Trans>
      ) : (
        <Trans>A purchase opens the vault for 30 days, with a free spin each day.</Trans>
      )}
    </Empty>
  );
}

/** Data to check the draw: the commitment before it, and the draws so far. */
function Fairness({ commit }: { readonly commit: string | undefined }) {
  return (
    <>
      <p className="small text-ink-2">
        <Trans>Rare fields are drawn wider than their odds, so they can be read.</Trans>
      </p>
      {commit && (
        <p className="small text-ink-2">
          <Trans>
            Commitment of the next draw: <code className="block wrap-anywhere">{commit}</code>
          </Trans>{' '}
          <Trans>
            It is the fingerprint of a secret number that is already fixed and decides the draw. The number is
            revealed when the day ends, so you can check that nobody changed it.
          </Trans>
        </p>
      )}
      <div>
        <Button kind="line" onClick={() => openModal('wheel-draws', {})}>
          <Trans>Your spins</Trans>
        </Button>
      </div>
    </>
  );
}

export interface WheelDialogProps {
  readonly wheel: WheelName;
  readonly title: ReactNode;
  readonly onClose: () => void;
}

/** A wheel with its odds and its commitment before the press, and what came after it. */
export function WheelDialog({ wheel, title, onClose }: WheelDialogProps) {
  const { t, i18n } = useLingui();
  const { offer, reload, state, turn, failure, spin, rest } = useWheel(wheel);
  const current = useMember();
  const shown = offer.kind === 'ready' ? offer.value : undefined;
  const spins = state.kind === 'done' ? state.spun.spins : (shown?.spins ?? 0);
  const slot = state.kind === 'done' ? state.spun.slot : undefined;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      width={920}
      description={t`Spins are free. The prize is decided by the server before the wheel turns.`}
      headEnd={current && <TokenAmount amountTokens={current.tokens} strong />}
      foot={
        <>
          <span className="grow text-ink-2">
            <Plural value={spins} one="# spin left" other="# spins left" />
          </span>
          <Button
            kind="key"
            size="large"
            busy={state.kind === 'asking' || state.kind === 'turning'}
            disabled={!shown || spins === 0}
            onClick={() => void spin()}
          >
            {state.kind === 'done' ? <Trans>Spin again</Trans> : <Trans>Spin</Trans>}
          </Button>
        </>
      }
    >
      {offer.kind === 'loading' && <div className="skeleton h-60" aria-busy="true" />}
      {offer.kind === 'failed' && <ErrorBox title={<Trans>The wheel did not load</Trans>} onRetry={reload} />}
      {failure !== undefined && (
        <Notice tone="bad" title={<Trans>That did not work</Trans>}>
          {explainError(failure, i18n)}
        </Notice>
      )}
      {shown && (
        <div className="wheel-columns">
          <WheelFace
            label={t`Wheel of token prizes`}
            fields={shown.fields.map(({ id, tokens, odds }) => ({ id, text: String(tokens), odds }))}
            turn={turn}
            isTurning={state.kind === 'turning'}
            result={slot}
            onRest={rest}
          />
          <div className="wheel-side">
            <Result state={state} />
            {spins === 0 && state.kind === 'ready' && <NoSpins wheel={wheel} nextSpinAt={shown.nextSpinAt} />}
            <OddsTable offer={shown} won={slot} />
            <Fairness commit={shown.lock?.commit} />
          </div>
        </div>
      )}
    </Dialog>
  );
}
