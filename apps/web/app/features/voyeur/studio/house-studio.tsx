import type { VoyeurHouse } from '@klieg/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { VoyeurPart } from '../voyeur-part.ts';
import { CameraCard } from './camera-card.tsx';
import { houseCameras } from './house-cameras.ts';
import '../voyeur.css';

/** How often stills are renewed, and encoders' cameras checked. */
const AGAIN_MS = 5_000;

/** Current state of the own house. */
function useOwnHouse(version: number) {
  const [house, setHouse] = useState<VoyeurHouse>();
  const [asked, setAsked] = useState(0);
  const reload = useCallback(() => setAsked((times) => times + 1), []);
  useEffect(() => {
    let isLate = false;
    lateApi.getVoyeurHouse().then(
      (told) => {
        if (!isLate) setHouse(told);
      },
      () => undefined,
    );
    return () => {
      isLate = true;
    };
  }, [version, asked]);
  useEffect(() => {
    const timer = setInterval(reload, AGAIN_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return { house, reload };
}

/** The cameras of this machine; their names are known once one was opened. */
function useDevices(openedCount: number) {
  const [devices, setDevices] = useState<readonly { readonly id: string; readonly name: string }[]>([]);
  useEffect(() => {
    void navigator.mediaDevices?.enumerateDevices().then(
      (all) =>
        setDevices(
          all
            .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId)
            .map(({ deviceId: id, label: name }) => ({ id, name })),
        ),
      () => undefined,
    );
  }, [openedCount]);
  return devices;
}

const useSent = () => useSyncExternalStore(houseCameras.subscribe, houseCameras.get, houseCameras.get);

/** The performer's house: each camera with its picture, device, switch and key. */
export default function HouseStudio({ part }: SlotProps<VoyeurPart>) {
  const { t } = useLingui();
  const { house, reload } = useOwnHouse(part.version);
  const sent = useSent();
  const devices = useDevices(sent.size);
  useEffect(() => houseCameras.stopAll, []);
  return (
    <section className="module" aria-label={t`House cameras`}>
      <div className="module-head">
        <span className="label grow">
          <Trans>House cameras</Trans>
        </span>
      </div>
      <p className="small text-ink-2">
        <Trans>
          Your room is open while a camera is on. Viewers see one camera at a time: the first one, unless
          someone has bought the choice for a minute.
        </Trans>
      </p>
      {house ? (
        <ul className="house-desk">
          {house.cameras.map((camera) => (
            <CameraCard
              key={camera.name}
              camera={camera}
              devices={devices}
              sent={sent.get(camera.name)}
              onChanged={reload}
            />
          ))}
        </ul>
      ) : (
        <output aria-busy="true" className="skeleton h-44" />
      )}
    </section>
  );
}
