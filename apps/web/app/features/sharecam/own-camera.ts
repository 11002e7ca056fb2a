import { CAMERA_LIMITS } from '@klieg/contract/features/sharecam/limits';
import { makeBlur } from './blur.ts';
import {
  cameraConstraints,
  createPublisher,
  microphoneConstraints,
  type PublishState,
  sendableCodecs,
  type WhipPublisher,
} from '../broadcast/index.ts';
import { findRelays } from '#app/shared/relays.ts';

/*
 * The own camera of this page: what it films, and whether anything of it leaves the page. One per page, since the
 * picture agreed to in a dialog is the one sent after it has closed.
 */

export type RefusedCamera = 'not-allowed' | 'not-found' | 'busy' | 'insecure' | 'unsupported';

export interface OwnCamera {
  readonly capture:
    | { readonly kind: 'off' }
    | { readonly kind: 'asking' }
    | { readonly kind: 'refused'; readonly reason: RefusedCamera }
    /** What would be sent, blurred where that is wanted. */
    | { readonly kind: 'on'; readonly stream: MediaStream };
  readonly devices: readonly { readonly id: string; readonly name: string }[];
  readonly deviceId: string;
  readonly isBlurred: boolean;
  /** The microphone is open besides. */
  readonly hasSound: boolean;
  /** The microphone is open and gives nothing. */
  readonly isMuted: boolean;
  /** Undefined: nothing leaves this page. */
  readonly sending: PublishState | undefined;
  /** The word was given that it may be sent once the performer agrees. */
  readonly hasConsent: boolean;
}

const OFF: OwnCamera = {
  capture: { kind: 'off' },
  devices: [],
  deviceId: '',
  isBlurred: false,
  hasSound: false,
  isMuted: false,
  sending: undefined,
  hasConsent: false,
};

/** How a page sends: asked for a fresh right before each connection. */
export type AskToSend = () => Promise<{ readonly whip_url: string; readonly token: string }>;

const refusalOf = (error: unknown): RefusedCamera => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'not-found';
  return name === 'NotReadableError' ? 'busy' : 'not-allowed';
};

let state = OFF;
const listeners = new Set<() => void>();
/** What the devices give, which nobody but this file sees. */
let source: MediaStream | undefined;
let blur: ReturnType<typeof makeBlur> | undefined;
let publisher: WhipPublisher | undefined;
/** A later opening or closing makes an earlier one void. */
let turn = 0;

const show = (change: Partial<OwnCamera>): void => {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
};

const release = (): void => {
  blur?.stop();
  blur = undefined;
  for (const track of source?.getTracks() ?? []) track.stop();
  source = undefined;
};

/** The stream as it would be sent. */
function prepare(): MediaStream {
  blur?.stop();
  blur = state.isBlurred && source ? makeBlur(source) : undefined;
  const [picture] = (blur?.stream ?? source!).getVideoTracks();
  const sound = source!.getAudioTracks();
  for (const track of sound) track.enabled = !state.isMuted;
  return new MediaStream([...(picture ? [picture] : []), ...sound]);
}

async function listCameras(): Promise<OwnCamera['devices']> {
  const all = await navigator.mediaDevices.enumerateDevices();
  return all
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId)
    .map(({ deviceId: id, label: name }) => ({ id, name }));
}

async function open(wanted: Pick<OwnCamera, 'deviceId' | 'hasSound'>): Promise<void> {
  turn += 1;
  const own = turn;
  if (!navigator.mediaDevices) return show({ capture: { kind: 'refused', reason: 'insecure' } });
  // Nobody is filmed for a picture that could not be sent.
  if (sendableCodecs()?.length === 0) return show({ capture: { kind: 'refused', reason: 'unsupported' } });
  if (state.capture.kind !== 'on') show({ capture: { kind: 'asking' } });
  try {
    const opened = await navigator.mediaDevices.getUserMedia({
      video: cameraConstraints(CAMERA_LIMITS, wanted.deviceId || undefined),
      audio: wanted.hasSound && microphoneConstraints(undefined, true),
    });
    if (own !== turn) return opened.getTracks().forEach((track) => track.stop());
    release();
    source = opened;
    const deviceId = opened.getVideoTracks()[0]?.getSettings().deviceId ?? '';
    const stream = prepare();
    show({ capture: { kind: 'on', stream }, deviceId, hasSound: wanted.hasSound });
    for (const track of stream.getTracks()) await publisher?.replaceTrack(track);
    const devices = await listCameras();
    if (own === turn) show({ devices });
  } catch (error) {
    if (own === turn) show({ capture: { kind: 'refused', reason: refusalOf(error) } });
  }
}

/** Replaces what is sent by a fresh stream from the devices. */
function remake(): void {
  if (!source || state.capture.kind !== 'on') return;
  const stream = prepare();
  show({ capture: { kind: 'on', stream } });
  const [picture] = stream.getVideoTracks();
  if (picture) void publisher?.replaceTrack(picture);
}

export const ownCamera = {
  get: (): OwnCamera => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Films, and sends nothing. */
  open: (): Promise<void> => open(state),
  chooseDevice: (deviceId: string): Promise<void> => open({ ...state, deviceId }),
  setSound: (hasSound: boolean): Promise<void> => open({ ...state, hasSound }),
  setBlurred(isBlurred: boolean): void {
    show({ isBlurred });
    remake();
  },
  setMuted(isMuted: boolean): void {
    show({ isMuted });
    for (const track of source?.getAudioTracks() ?? []) track.enabled = !isMuted;
  },
  agree: (): void => show({ hasConsent: true }),
  /** Sends what is filmed until `stop`, if consent was given; a repeat does nothing. */
  async send(ask: AskToSend): Promise<void> {
    if (publisher || !state.hasConsent || state.capture.kind !== 'on') return;
    const own = turn;
    const first = await ask();
    if (own !== turn || publisher || state.capture.kind !== 'on') return;
    let fresh: typeof first | undefined = first;
    publisher = createPublisher({
      iceServers: findRelays,
      stream: state.capture.stream,
      endpoint: first.whip_url,
      token: async () => {
        const { token } = fresh ?? (await ask());
        fresh = undefined;
        return token;
      },
      maxKbps: CAMERA_LIMITS.bitrate_kbps_max,
      onState: (sending) => show({ sending }),
    });
  },
  /** Cuts picture and sound at once, and lets the devices go. */
  stop(): void {
    turn += 1;
    void publisher?.stop();
    publisher = undefined;
    release();
    state = OFF;
    for (const listener of listeners) listener();
  },
};
