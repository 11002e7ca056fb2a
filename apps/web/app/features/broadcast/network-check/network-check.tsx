import { formatAmount } from '@klieg/i18n';
import { Button, FactList, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { codeOf, explainError } from '#app/shared/errors/explain-error.ts';
import { type NetworkCheck as Check, useNetworkCheck } from './use-network-check.ts';
import type { Verdict } from './verdict.ts';

const Step = ({ step }: Extract<Check, { kind: 'running' }>) => {
  if (step === 'connecting') return <Trans>Connecting to the server…</Trans>;
  return step === 'udp' ? <Trans>Sending test packets by UDP…</Trans> : <Trans>Measuring your upload…</Trans>;
};

/** What follows from the figures. */
function Advice({ way, fit, uploadKbps, lossPercent }: Verdict) {
  if (!fit)
    return (
      <Trans>
        This is too slow for video. Use a cable, move nearer to the router, or stop other uploads.
      </Trans>
    );
  const { width, height } = fit;
  return (
    <>
      {way === 'udp' ? (
        <Trans>UDP works, so your video arrives with the least delay.</Trans>
      ) : (
        <Trans>
          Your network blocks UDP. Your stream will use TCP automatically, with a little more delay.
        </Trans>
      )}{' '}
      <Trans>
        You can send {width}×{height}.
      </Trans>{' '}
      {(lossPercent ?? 0) > 3 && <Trans>Packets are being lost: a network cable helps.</Trans>}
      {uploadKbps < 900 && <Trans>A faster connection would make it sharper.</Trans>}
    </>
  );
}

function Result({ verdict }: { readonly verdict: Verdict }) {
  const { t, i18n } = useLingui();
  const { way, roundTripMs, lossPercent, uploadKbps } = verdict;
  return (
    <>
      <FactList
        facts={[
          { label: t`Connection`, value: way === 'udp' ? t`UDP (WebRTC)` : t`TCP (WebSocket)` },
          { label: t`Upload`, value: `${formatAmount(uploadKbps, i18n.locale)} kbit/s` },
          { label: t`Round trip`, value: `${formatAmount(roundTripMs, i18n.locale)} ms` },
          { label: t`Lost`, value: lossPercent === undefined ? '–' : `${lossPercent}%` },
        ]}
      />
      <p className="small text-ink-2">
        <Advice {...verdict} />
      </p>
    </>
  );
}

export interface NetworkCheckProps {
  /** While something is sent, from here or elsewhere. */
  readonly isSending: boolean;
  /** The widest picture that this site takes. */
  readonly widthMax: number;
}

/** Tells a model before going live which transport her picture will use, and how much bandwidth there is. */
export function NetworkCheck({ isSending, widthMax }: NetworkCheckProps) {
  const { i18n } = useLingui();
  const { check, start } = useNetworkCheck(isSending, widthMax);
  const isRunning = check.kind === 'running';
  return (
    <section className="module" aria-live="polite">
      <div className="module-head">
        <span className="label grow">
          <Trans>Network check</Trans>
        </span>
        {check.kind === 'done' && (
          <Tag tone={!check.verdict.fit ? 'bad' : check.verdict.way === 'udp' ? 'ok' : 'warn'}>
            {check.verdict.way.toUpperCase()}
          </Tag>
        )}
      </div>
      {check.kind === 'off' && (
        <p className="small text-ink-2">
          {isSending ? (
            <Trans>Wait until the broadcast ends: a check would use its bandwidth.</Trans>
          ) : (
            <Trans>
              A ten-second test of your connection: how your video gets through, and at what resolution.
            </Trans>
          )}
        </p>
      )}
      {check.kind === 'running' && (
        <p className="small text-ink-2">
          <Step {...check} />
        </p>
      )}
      {check.kind === 'done' && <Result verdict={check.verdict} />}
      {check.kind === 'failed' && (
        <p className="small text-bad">
          {codeOf(check.error) === undefined ? (
            <Trans>The media server cannot be reached from here. Try again, or use another network.</Trans>
          ) : (
            explainError(check.error, i18n)
          )}
        </p>
      )}
      <Button kind="line" size="small" busy={isRunning} disabled={isSending} onClick={() => void start()}>
        {check.kind === 'done' ? <Trans>Check again</Trans> : <Trans>Check my network</Trans>}
      </Button>
    </section>
  );
}
