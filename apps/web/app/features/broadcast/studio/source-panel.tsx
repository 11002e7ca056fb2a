import { formatSignedAmount } from '@klieg/i18n';
import { LevelMeter, Segments, Select, Switch, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Answer } from '#app/shared/api/answers.ts';
import { ObsPanel } from './obs-panel.tsx';
import type { CameraOff } from '../publish/use-camera-off.ts';
import type { CaptureControl, Device } from '../publish/use-capture.ts';
import { useLevel } from './use-level.ts';

function DeviceSelect({
  devices,
  value,
  label,
  onChange,
}: {
  readonly devices: readonly Device[];
  readonly value: string;
  readonly label: string;
  readonly onChange: (id: string) => void;
}) {
  const { t } = useLingui();
  return (
    <Select
      aria-label={label}
      value={value}
      disabled={devices.length === 0}
      onChange={(event) => onChange(event.target.value)}
    >
      {devices.length === 0 && <option value="">{t`None yet`}</option>}
      {devices.map(({ id, name }, position) => (
        <option key={id} value={id}>
          {name || t`Device ${position + 1}`}
        </option>
      ))}
    </Select>
  );
}

export type SendingBy = 'webrtc' | 'obs';

export interface SourcePanelProps {
  readonly control: CaptureControl;
  readonly settings: Answer<'getStreamerSettings'> | undefined;
  readonly sendingBy: SendingBy;
  readonly onSendingBy: (by: SendingBy) => void;
  readonly isMirrored: boolean;
  readonly onMirrored: (isMirrored: boolean) => void;
  readonly isMuted: boolean;
  readonly onMuted: (isMuted: boolean) => void;
  readonly camera: CameraOff;
  /** Shown below: the arrival of what is sent. */
  readonly children?: ReactNode;
}

function MicrophoneModule({
  control,
  isMuted,
  onMuted,
}: Pick<SourcePanelProps, 'control' | 'isMuted' | 'onMuted'>) {
  const { t, i18n } = useLingui();
  const { levelDb, peakDb } = useLevel(control.capture.kind === 'ready' ? control.capture.stream : undefined);
  return (
    <section className="module">
      <div className="module-head">
        <span className="label grow">
          <Trans>Microphone</Trans>
        </span>
        <span className="figure small text-ink-2">
          {formatSignedAmount(Math.round(levelDb), i18n.locale)} dB
        </span>
      </div>
      <DeviceSelect
        devices={control.microphones}
        value={control.microphoneId}
        label={t`Microphone`}
        onChange={control.chooseMicrophone}
      />
      <LevelMeter levelDb={levelDb} peakDb={peakDb} label={t`Input level`} />
      <div className="flex flex-wrap gap-3">
        <Switch
          checked={control.hasNoiseFilter}
          onChange={(event) => control.setNoiseFilter(event.target.checked)}
        >
          <Trans>Noise filter</Trans>
        </Switch>
        <Switch checked={isMuted} onChange={(event) => onMuted(event.target.checked)}>
          <Trans>Mute</Trans>
        </Switch>
      </div>
    </section>
  );
}

/** Camera, microphone and the level of the sound. */
export function SourcePanel(props: SourcePanelProps) {
  const {
    control,
    settings,
    sendingBy,
    onSendingBy,
    isMirrored,
    onMirrored,
    isMuted,
    onMuted,
    camera,
    children,
  } = props;
  const { t } = useLingui();
  const stream = control.capture.kind === 'ready' ? control.capture.stream : undefined;
  const picture = stream?.getVideoTracks()[0]?.getSettings();
  return (
    <div className="rack studio-sources">
      <section className="module">
        <div className="module-head">
          <span className="label grow">
            <Trans>Camera</Trans>
          </span>
          {picture?.width && (
            <Tag tone="ok">
              {picture.width}×{picture.height}
            </Tag>
          )}
        </div>
        <Segments
          full
          label={t`Send from`}
          value={sendingBy}
          onChange={onSendingBy}
          options={[
            { value: 'webrtc', text: t`Browser` },
            { value: 'obs', text: 'OBS' },
          ]}
        />
        {sendingBy === 'obs' && settings ? (
          <ObsPanel settings={settings} />
        ) : (
          <>
            <DeviceSelect
              devices={control.cameras}
              value={control.cameraId}
              label={t`Camera`}
              onChange={control.chooseCamera}
            />
            <div className="flex flex-wrap gap-3">
              <Switch checked={isMirrored} onChange={(event) => onMirrored(event.target.checked)}>
                <Trans>Mirror my preview</Trans>
              </Switch>
              <Switch
                checked={camera.isCameraOff}
                onChange={(event) => camera.setCameraOff(event.target.checked)}
              >
                <Trans>Camera off, sound only</Trans>
              </Switch>
            </div>
          </>
        )}
      </section>
      <MicrophoneModule control={control} isMuted={isMuted} onMuted={onMuted} />
      {children}
    </div>
  );
}
