import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer } from '#app/shared/api/answers.ts';
import { cameraConstraints, microphoneConstraints } from './capture-limits.ts';

export interface Device {
  readonly id: string;
  readonly name: string;
}

/** What the page gets from camera and microphone. */
export type Capture =
  | { readonly kind: 'asking' }
  | { readonly kind: 'refused'; readonly reason: 'not-allowed' | 'not-found' | 'busy' | 'insecure' }
  | { readonly kind: 'ready'; readonly stream: MediaStream };

export interface CaptureControl {
  readonly capture: Capture;
  readonly cameras: readonly Device[];
  readonly microphones: readonly Device[];
  readonly cameraId: string;
  readonly microphoneId: string;
  readonly hasNoiseFilter: boolean;
  readonly chooseCamera: (id: string) => void;
  readonly chooseMicrophone: (id: string) => void;
  readonly setNoiseFilter: (isOn: boolean) => void;
  readonly retry: () => void;
}

type Refusal = Extract<Capture, { kind: 'refused' }>['reason'];

const refusalOf = (error: unknown): Refusal => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'not-found';
  return name === 'NotReadableError' ? 'busy' : 'not-allowed';
};

const stopAll = (stream: MediaStream | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

async function listDevices(): Promise<{ cameras: Device[]; microphones: Device[] }> {
  const all = await navigator.mediaDevices.enumerateDevices();
  const named = (kind: MediaDeviceKind) =>
    all
      .filter((device) => device.kind === kind && device.deviceId)
      .map(({ deviceId: id, label: name }) => ({ id, name }));
  return { cameras: named('videoinput'), microphones: named('audioinput') };
}

const deviceOf = (track: MediaStreamTrack | undefined): string => track?.getSettings().deviceId ?? '';

/** Camera and microphone of the studio; a new choice replaces the stream, leaving the page releases both. */
export function useCapture(limits: Answer<'getStreamerSettings'>['webrtc']): CaptureControl {
  const [capture, setCapture] = useState<Capture>({ kind: 'asking' });
  const [devices, setDevices] = useState<Awaited<ReturnType<typeof listDevices>>>({
    cameras: [],
    microphones: [],
  });
  const [wanted, setWanted] = useState<{ camera?: string; microphone?: string }>({});
  const [hasNoiseFilter, setNoiseFilter] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const held = useRef<MediaStream>(undefined);
  // The same limits, read again, are no reason to reopen the camera.
  const limitsKey = JSON.stringify(limits);

  useEffect(() => {
    let isGone = false;
    const open = async () => {
      if (!navigator.mediaDevices) return setCapture({ kind: 'refused', reason: 'insecure' });
      try {
        const stream = await navigator.mediaDevices.getUserMedia({
          video: cameraConstraints(JSON.parse(limitsKey) as typeof limits, wanted.camera),
          audio: microphoneConstraints(wanted.microphone, hasNoiseFilter),
        });
        if (isGone) return stopAll(stream);
        stopAll(held.current);
        held.current = stream;
        setCapture({ kind: 'ready', stream });
        setDevices(await listDevices());
      } catch (error) {
        if (!isGone) setCapture({ kind: 'refused', reason: refusalOf(error) });
      }
    };
    void open();
    return () => {
      isGone = true;
    };
  }, [limitsKey, wanted, hasNoiseFilter, attempt]);

  useEffect(() => {
    const refresh = () => void listDevices().then(setDevices, () => undefined);
    navigator.mediaDevices?.addEventListener('devicechange', refresh);
    return () => {
      navigator.mediaDevices?.removeEventListener('devicechange', refresh);
      stopAll(held.current);
    };
  }, []);

  const stream = capture.kind === 'ready' ? capture.stream : undefined;
  return {
    capture,
    ...devices,
    cameraId: deviceOf(stream?.getVideoTracks()[0]),
    microphoneId: deviceOf(stream?.getAudioTracks()[0]),
    hasNoiseFilter,
    chooseCamera: useCallback((camera: string) => setWanted((old) => ({ ...old, camera })), []),
    chooseMicrophone: useCallback((microphone: string) => setWanted((old) => ({ ...old, microphone })), []),
    setNoiseFilter,
    retry: () => {
      setCapture({ kind: 'asking' });
      setAttempt((count) => count + 1);
    },
  };
}
