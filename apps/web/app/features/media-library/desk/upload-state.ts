/** Why a file is stuck, or unusable. */
export type UploadFault = 'line' | 'gone' | 'refused' | 'full' | 'unreadable';

/** A file on its way to the site. */
export type UploadState =
  /** Its sum is made first, so that a broken file is found at the end. */
  | { readonly kind: 'reading'; readonly doneBytes: number }
  | { readonly kind: 'sending'; readonly sentBytes: number }
  /** A press continues it from the missing part. */
  | { readonly kind: 'paused'; readonly sentBytes: number; readonly fault: UploadFault | undefined }
  | { readonly kind: 'encoding'; readonly itemId: number }
  | { readonly kind: 'ready'; readonly itemId: number }
  | { readonly kind: 'failed'; readonly fault: UploadFault; readonly text: string }
  | { readonly kind: 'canceled' };

export interface Upload {
  /** Only unique within this page. */
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** 1 pictures, 2 video. */
  readonly typeId: 1 | 2;
  readonly state: UploadState;
}

export type UploadEvent =
  | { readonly type: 'added'; readonly upload: Omit<Upload, 'state'> }
  | { readonly type: 'read'; readonly key: string; readonly doneBytes: number }
  | { readonly type: 'sent'; readonly key: string; readonly sentBytes: number }
  | { readonly type: 'stopped'; readonly key: string; readonly fault?: UploadFault }
  | { readonly type: 'resumed'; readonly key: string }
  | { readonly type: 'finished'; readonly key: string; readonly itemId: number; readonly isReady: boolean }
  | { readonly type: 'failed'; readonly key: string; readonly fault: UploadFault; readonly text: string }
  | { readonly type: 'canceled'; readonly key: string }
  | { readonly type: 'dismissed'; readonly key: string }
  /** `v3.media.encoded`: a file is prepared, or cannot be. */
  | { readonly type: 'encoded'; readonly itemId: number; readonly isReady: boolean; readonly text: string };

/** A file that was canceled or has ended is not begun again by an answer that comes late. */
const isOver = ({ kind }: UploadState): boolean =>
  kind === 'canceled' || kind === 'failed' || kind === 'ready';

function next(state: UploadState, event: UploadEvent): UploadState {
  if (isOver(state)) return state;
  switch (event.type) {
    case 'read':
      return state.kind === 'reading' ? { kind: 'reading', doneBytes: event.doneBytes } : state;
    case 'sent':
      // A part that was on its way when somebody pressed pause is there all the same.
      return state.kind === 'paused'
        ? { ...state, sentBytes: Math.max(state.sentBytes, event.sentBytes) }
        : { kind: 'sending', sentBytes: event.sentBytes };
    case 'stopped':
      return {
        kind: 'paused',
        sentBytes: state.kind === 'sending' || state.kind === 'paused' ? state.sentBytes : 0,
        fault: event.fault,
      };
    case 'resumed':
      return state.kind === 'paused' ? { kind: 'sending', sentBytes: state.sentBytes } : state;
    case 'finished':
      return { kind: event.isReady ? 'ready' : 'encoding', itemId: event.itemId };
    case 'failed':
      return { kind: 'failed', fault: event.fault, text: event.text };
    case 'canceled':
      return { kind: 'canceled' };
    default:
      return state;
  }
}

const encoded = (state: UploadState, event: Extract<UploadEvent, { type: 'encoded' }>): UploadState => {
  if (state.kind !== 'encoding' || state.itemId !== event.itemId) return state;
  return event.isReady
    ? { kind: 'ready', itemId: event.itemId }
    : { kind: 'failed', fault: 'refused', text: event.text };
};

/** All files of a page that are on their way. */
export function reduceUploads(uploads: readonly Upload[], event: UploadEvent): readonly Upload[] {
  if (event.type === 'added')
    return uploads.some(({ key }) => key === event.upload.key)
      ? uploads
      : [...uploads, { ...event.upload, state: { kind: 'reading', doneBytes: 0 } }];
  if (event.type === 'dismissed')
    return uploads.filter(({ key, state }) => key !== event.key || !isOver(state));
  return uploads.map((upload) => {
    if (event.type === 'encoded') return { ...upload, state: encoded(upload.state, event) };
    return upload.key === event.key ? { ...upload, state: next(upload.state, event) } : upload;
  });
}

/** How far a file is, in percent of its way; reading it is the first tenth. */
export function percentOf({ state, sizeBytes }: Upload): number {
  switch (state.kind) {
    case 'reading':
      return (10 * state.doneBytes) / sizeBytes;
    case 'sending':
    case 'paused':
      return 10 + (90 * state.sentBytes) / sizeBytes;
    case 'encoding':
    case 'ready':
      return 100;
    case 'failed':
    case 'canceled':
      return 0;
  }
}
