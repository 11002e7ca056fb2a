import { useLingui } from '@lingui/react/macro';
import { numberFormat } from '@klieg/i18n';

/** Green under 2 s, amber under 6, red above. */
export const latencyTone = (latencySeconds: number): 'good' | 'warn' | 'bad' =>
  latencySeconds < 2 ? 'good' : latencySeconds < 6 ? 'warn' : 'bad';

/** How far the picture is behind the live edge, in seconds; visible in every mode. */
export function LatencyPill({ latencySeconds }: { readonly latencySeconds: number }) {
  const { t, i18n } = useLingui();
  const figure = numberFormat(i18n.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    latencySeconds,
  );
  return (
    <span className="pill" title={t`Behind the live edge`}>
      <span className={`latency-lamps latency-${latencyTone(latencySeconds)}`} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {t`${figure} s`}
    </span>
  );
}
