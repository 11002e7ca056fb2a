import type { Room } from '@klieg/contract';
import { useEffect, useState } from 'react';
import type { Answer } from '#app/shared/api/answers.ts';
import { makeBlankPicture } from '../publish/blank-picture.ts';
import { DEFAULT_LIMITS } from '../publish/capture-limits.ts';
import { type Elsewhere, type OnAir, onAirOf } from './on-air.ts';
import type { SendingBy } from './source-panel.tsx';
import { type BroadcastFacts, useBroadcastFacts, useStreamerSettings } from './use-broadcast-facts.ts';
import { type BroadcastControl, useBroadcast } from '../publish/use-broadcast.ts';
import { type CameraOff, useCameraOff } from '../publish/use-camera-off.ts';
import { useCanSend } from '../publish/use-can-send.ts';
import { type CaptureControl, useCapture } from '../publish/use-capture.ts';
import { type SubjectField, useSubject } from './use-subject.ts';

/** Everything that the studio shows and does. */
export interface Studio extends Omit<BroadcastFacts, 'isAsked'>, Elsewhere {
  readonly settings: Answer<'getStreamerSettings'> | undefined;
  readonly setSettings: (settings: Answer<'getStreamerSettings'>) => void;
  readonly capture: CaptureControl;
  readonly broadcast: BroadcastControl;
  readonly sendingBy: SendingBy;
  readonly setSendingBy: (by: SendingBy) => void;
  readonly isMuted: boolean;
  readonly setMuted: (isMuted: boolean) => void;
  readonly camera: CameraOff;
  readonly subject: SubjectField;
  /** Consents of others in the picture. */
  readonly coPerformers: readonly string[];
  readonly setCoPerformers: (ids: readonly string[]) => void;
  readonly onAir: OnAir;
  /** When the picture first arrived, in Unix milliseconds; undefined before. */
  readonly since: number | undefined;
  readonly isWaitingForEncoder: boolean;
  /** False where the browser has no encoder for the picture. */
  readonly canSend: boolean;
  readonly canStart: boolean;
  /** Everything was just cut; ignore a second panic press. */
  readonly isCut: boolean;
  /** The last broadcast was cut, and nothing was begun since. */
  readonly wasCut: boolean;
  readonly start: () => void;
  /** Cuts picture and sound at once. */
  readonly panic: () => void;
}

/** After a cut nothing begins for this many milliseconds. */
const CUT_MS = 5_000;

/** Camera, broadcast and the server's facts, for one page of the studio. */
export function useStudio(room: Room | undefined): Studio {
  const [sendingBy, setSendingBy] = useState<SendingBy>('webrtc');
  const [settings, setSettings] = useStreamerSettings(sendingBy === 'obs');
  const limits = settings?.webrtc ?? DEFAULT_LIMITS;
  const capture = useCapture(limits);
  const broadcast = useBroadcast();
  const { facts, isAsked, series } = useBroadcastFacts(broadcast.state.kind);
  const [isMuted, setMuted] = useState(false);
  const [coPerformers, setCoPerformers] = useState<readonly string[]>([]);
  const [isCut, setCut] = useState(false);
  const [wasCut, setWasCut] = useState(false);
  const subject = useSubject(room);
  const canSend = useCanSend();
  const stream = capture.capture.kind === 'ready' ? capture.capture.stream : undefined;
  const { state, replace } = broadcast;
  const camera = useCameraOff(state.kind === 'on');
  const { isCameraOff } = camera;
  const isSent = (kind: string) => (kind === 'video' ? !isCameraOff : !isMuted);

  useEffect(() => {
    for (const track of stream?.getAudioTracks() ?? []) track.enabled = !isMuted;
    for (const track of stream?.getVideoTracks() ?? []) track.enabled = !isCameraOff;
    if (!stream) return undefined;
    if (!isCameraOff) return void replace(stream);
    const blank = makeBlankPicture();
    replace(new MediaStream([blank.track, ...stream.getAudioTracks()]));
    return blank.stop;
  }, [stream, isMuted, isCameraOff, replace]);

  useEffect(() => {
    if (!isCut) return undefined;
    const timer = setTimeout(() => setCut(false), CUT_MS);
    return () => clearTimeout(timer);
  }, [isCut]);

  const isOthers = state.kind === 'off' && facts?.live === true;
  const isLost = isOthers && facts.status === 'reconnecting';
  const isElsewhere = isOthers && !isLost;
  const since =
    state.kind === 'on' ? state.since : isOthers && facts.since ? Date.parse(facts.since) : undefined;
  const isWaitingForEncoder = sendingBy === 'obs' && facts?.status === 'connected';
  return {
    settings,
    setSettings,
    capture,
    broadcast,
    facts,
    series,
    sendingBy,
    setSendingBy,
    isMuted,
    setMuted,
    camera,
    subject,
    coPerformers,
    setCoPerformers,
    onAir: onAirOf(state, { isElsewhere, isLost }),
    since,
    isElsewhere,
    isLost,
    isWaitingForEncoder,
    canSend,
    // Before it is known whether something is sent from elsewhere, the button would turn into its end under the finger.
    canStart: isAsked && (sendingBy === 'obs' ? !isWaitingForEncoder : stream !== undefined && canSend),
    isCut,
    wasCut,
    start: () => {
      setWasCut(false);
      // What a cut has put out comes back with the next start.
      for (const track of stream?.getTracks() ?? []) track.enabled = isSent(track.kind);
      const text = subject.text.trim();
      if (sendingBy === 'obs') void broadcast.startEncoder({ subject: text, coPerformers });
      else if (stream)
        void broadcast.start({
          subject: text,
          maxKbps: limits.bitrate_kbps_max,
          isSoundOnly: isCameraOff,
          coPerformers,
        });
    },
    panic: () => {
      setCut(true);
      setWasCut(true);
      for (const track of stream?.getTracks() ?? []) track.enabled = false;
      void broadcast.stop('panic');
    },
  };
}
