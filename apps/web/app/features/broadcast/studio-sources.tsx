import { HealthModule } from './health-module.tsx';
import { SourcePanel } from './source-panel.tsx';
import type { Studio } from './use-studio.ts';

export interface StudioSourcesProps {
  readonly studio: Studio;
  readonly isMirrored: boolean;
  readonly onMirrored: (isMirrored: boolean) => void;
}

/** What is sent, and how it arrives. */
export function StudioSources({ studio, isMirrored, onMirrored }: StudioSourcesProps) {
  const { settings, facts, broadcast } = studio;
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
    </SourcePanel>
  );
}
