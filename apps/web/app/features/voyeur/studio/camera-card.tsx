import type { HouseCamera } from '@klieg/contract';
import { Button, Select, showToast, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { CAMERA_NAMES } from '../camera-names.ts';
import { Still } from '../still.tsx';
import { CameraKey } from './camera-key.tsx';
import { houseCameras, type SentCamera } from './house-cameras.ts';

export interface CameraCardProps {
  readonly camera: HouseCamera;
  readonly devices: readonly { readonly id: string; readonly name: string }[];
  /** What this page sends of it. */
  readonly sent: SentCamera | undefined;
  readonly onChanged: () => void;
}

/** What this page films, without its sound. */
function OwnPicture({ stream, label }: { readonly stream: MediaStream; readonly label: string }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <div className="house-still">
      <video ref={video} muted autoPlay playsInline aria-label={label} />
    </div>
  );
}

function StateTag({ state }: { readonly state: HouseCamera['state'] }) {
  if (state === 'live')
    return (
      <Tag tone="ok">
        <Trans>On air</Trans>
      </Tag>
    );
  if (state === 'off')
    return (
      <Tag>
        <Trans>Off</Trans>
      </Tag>
    );
  return <Tag tone="warn">{state === 'waiting' ? <Trans>Waiting</Trans> : <Trans>No picture</Trans>}</Tag>;
}

/** A camera's actions; a refusing device is reported. */
function useCamera({ camera: { name }, onChanged }: CameraCardProps) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const content =
        error instanceof DOMException ? t`The camera could not be opened.` : explainError(error, i18n);
      showToast({ content, appearance: 'error' });
    } finally {
      setBusy(false);
      onChanged();
    }
  };
  return {
    isBusy,
    switchOn: (deviceId: string) => void act(() => houseCameras.start(name, deviceId)),
    switchOff: () =>
      void act(async () => {
        houseCameras.stop(name);
        await lateApi.closeVoyeurCamera({ params: { name }, body: {} });
      }),
    showFirst: () => void act(() => lateApi.showVoyeurCamera({ params: { name }, body: {} })),
  };
}

/** One camera of the own house: its picture, device, switch and key. */
export function CameraCard(props: CameraCardProps) {
  const { camera, devices, sent } = props;
  const { t, i18n } = useLingui();
  const [deviceId, setDeviceId] = useState('');
  const { isBusy, switchOn, switchOff, showFirst } = useCamera(props);
  const title = i18n._(CAMERA_NAMES[camera.name]);
  const isOn = camera.state !== 'off';
  return (
    <li className="house-camera" data-active={camera.shown}>
      {sent ? (
        <OwnPicture stream={sent.stream} label={t`Your picture: ${title}`} />
      ) : (
        <Still url={camera.state === 'live' ? camera.thumb_url : ''} />
      )}
      <div className="house-camera-foot">
        <h3 className="grow text-t3">{title}</h3>
        <StateTag state={camera.state} />
        {camera.shown && (
          <Tag tone="info">
            <Trans>Viewers see it</Trans>
          </Tag>
        )}
      </div>
      {!isOn && devices.length > 1 && (
        <Select
          aria-label={t`Device: ${title}`}
          value={deviceId}
          onChange={(event) => setDeviceId(event.target.value)}
        >
          <option value="">{t`First camera`}</option>
          {devices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <Button kind="line" busy={isBusy} aria-label={t`Switch off: ${title}`} onClick={switchOff}>
            <Trans>Switch off</Trans>
          </Button>
        ) : (
          <Button
            kind="key"
            busy={isBusy}
            aria-label={t`Switch on: ${title}`}
            onClick={() => switchOn(deviceId)}
          >
            <Trans>Switch on</Trans>
          </Button>
        )}
        {isOn && !camera.home && (
          <Button kind="text" busy={isBusy} aria-label={t`Show first: ${title}`} onClick={showFirst}>
            <Trans>Show first</Trans>
          </Button>
        )}
      </div>
      <CameraKey camera={camera} title={title} />
    </li>
  );
}
