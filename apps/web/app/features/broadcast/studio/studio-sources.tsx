import { DEFAULT_LIMITS } from '../publish/capture-limits.ts';
import { HealthModule } from './health-module.tsx';
import { NetworkCheck } from '../network-check/network-check.tsx';
import { SourcePanel } from './source-panel.tsx';
import type { Studio } from './use-studio.ts';

export interface StudioSourcesProps {
  readonly studio: Studio;
  readonly isMirrored: boolean;
  readonly onMirrored: (isMirrored: boolean) => void;
}

/** What is sent, and its quality on arrival. */
export function StudioSources({ studio, isMirrored, onMirrored }: StudioSourcesProps) {
  const { settings, facts, broadcast } = studio;
  const { kind } = broadcast.state;
  const isSending = (kind !== 'off' && kind !== 'failed') || studio.isElsewhere || studio.isLost;
  return (
    <SourcePanel
      control={studio.capture}
      settings={settings}
      sendingBy={studio.sendingBy}
      onSendingBy={studio.setSendingBy}
      isMirrored={isMirrored}
      onMirrored={onMirrored}
      isMuted={studio.isMuted}
      onMuted={studio.setMuted}
      camera={studio.camera}
    >
      <HealthModule
        publish={broadcast.state.kind === 'on' ? broadcast.state.publish : undefined}
        facts={facts}
        series={studio.series}
        warnings={settings?.warnings.length ? settings.warnings : (facts?.warnings ?? [])}
      />
      {studio.sendingBy === 'webrtc' && (
        <NetworkCheck
          isSending={isSending}
          widthMax={settings?.webrtc.width_max ?? DEFAULT_LIMITS.width_max}
        />
      )}
    </SourcePanel>
  );
}
