import { formatBitrate } from '@klieg/i18n';
import { FactList, Tag, type TagTone } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PublishState } from './whip-publisher.ts';

function Verdict({ publish }: { readonly publish: PublishState | undefined }) {
  const [tone, text]: [TagTone, ReactNode] = (() => {
    switch (publish?.kind) {
      case undefined:
      case 'stopped':
        return ['neutral', <Trans key="off">Not sending</Trans>];
      case 'connecting':
        return ['info', <Trans key="connecting">Connecting</Trans>];
      case 'reconnecting':
        return ['warn', <Trans key="again">Connecting again</Trans>];
      case 'failed':
        return ['bad', <Trans key="failed">Refused</Trans>];
      case 'live':
        return publish.lossPercent > 5 || publish.fps < 10
          ? ['warn', <Trans key="weak">Weak</Trans>]
          : ['ok', <Trans key="good">Good</Trans>];
    }
  })();
  return <Tag tone={tone}>{text}</Tag>;
}

/** What leaves the browser now: rate, frames, losses, and whether that is good. */
export function HealthModule({ publish }: { readonly publish: PublishState | undefined }) {
  const { i18n } = useLingui();
  const stats = publish?.kind === 'live' ? publish : undefined;
  const figure = (value: ReactNode) => <span className="figure">{value}</span>;
  return (
    <section className="module" aria-live="polite">
      <div className="module-head">
        <span className="label grow">
          <Trans>Stream health</Trans>
        </span>
        <Verdict publish={publish} />
      </div>
      <FactList
        facts={[
          {
            label: <Trans>Upload</Trans>,
            value: figure(stats ? <Trans>{formatBitrate(stats.kbps, i18n.locale)} Mbit/s</Trans> : '–'),
          },
          { label: <Trans>Frames</Trans>, value: figure(stats ? <Trans>{stats.fps} a second</Trans> : '–') },
          { label: <Trans>Picture</Trans>, value: figure(stats ? `${stats.width}×${stats.height}` : '–') },
          { label: <Trans>Lost</Trans>, value: figure(stats ? `${stats.lossPercent} %` : '–') },
          { label: <Trans>Round trip</Trans>, value: figure(stats ? `${stats.roundTripMs} ms` : '–') },
        ]}
      />
      {publish?.kind === 'failed' && (
        <p className="small text-bad">
          {publish.reason === 'unsupported' ? (
            <Trans>This browser cannot send H.264. Use another one, or OBS.</Trans>
          ) : (
            <Trans>The server did not take the picture. End the stream and go live again.</Trans>
          )}
        </p>
      )}
    </section>
  );
}
