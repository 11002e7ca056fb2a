import { CallError } from '@klieg/contract/client';
import { uuidv7 } from '@klieg/kernel';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useReducer, useRef } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { usePageRealtime } from '#app/shared/realtime/page-realtime.ts';
import { reduceUploads, type Upload, type UploadFault } from './upload-state.ts';
import { sendFile } from './send-file.ts';

/** What somebody gave up by a press, not by a fault. */
class Paused extends Error {}

const FAULTS: Readonly<Record<string, UploadFault>> = {
  'media_library.file_refused': 'refused',
  'media_library.quota': 'full',
  'media_library.upload_gone': 'gone',
};

/** Whether the same may succeed in a moment: the line, or a site that is busy. */
const isPassing = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.code === 'common.unreachable' ||
    error.code === 'common.unavailable' ||
    error.code === 'common.internal' ||
    error.code === 'common.rate_limited');

const isPicture = ({ type }: File): boolean => type.startsWith('image/');
const isVideo = ({ type }: File): boolean => type.startsWith('video/');

export interface UploadsControl {
  readonly uploads: readonly Upload[];
  /** Sends files. @returns how many of them are neither pictures nor videos */
  readonly add: (files: readonly File[]) => number;
  readonly pause: (key: string) => void;
  readonly resume: (key: string) => void;
  readonly cancel: (key: string) => void;
  readonly dismiss: (key: string) => void;
}

interface Running {
  readonly file: File;
  stop: AbortController;
}

/** Uploads, one after another; `onItem` hears when one is complete or processed. */
export function useUploads(onItem: () => void): UploadsControl {
  const { i18n } = useLingui();
  const [uploads, dispatch] = useReducer(reduceUploads, []);
  const files = useRef(new Map<string, Running>());
  const queue = useRef(Promise.resolve());
  const lobby = usePageRealtime()?.lobby;

  const run = async (key: string, typeId: 1 | 2): Promise<void> => {
    const running = files.current.get(key);
    if (!running || running.stop.signal.aborted) return;
    const { file, stop } = running;
    try {
      const { id, state } = await sendFile(lateApi, {
        file,
        name: file.name,
        typeId,
        signal: stop.signal,
        onRead: (doneBytes) => dispatch({ type: 'read', key, doneBytes }),
        onSent: (sent) => dispatch({ type: 'sent', key, sentBytes: sent }),
      });
      dispatch({ type: 'finished', key, itemId: id, isReady: state === 'ready' });
      files.current.delete(key);
      onItem();
    } catch (error) {
      // A press has stopped it, or the page was left: its state says so already.
      if (stop.signal.aborted) return;
      if (isPassing(error)) return dispatch({ type: 'stopped', key, fault: 'line' });
      const fault = error instanceof CallError ? (FAULTS[error.code] ?? 'refused') : 'unreadable';
      dispatch({ type: 'failed', key, fault, text: explainError(error, i18n) });
      files.current.delete(key);
    }
  };
  const start = (key: string, typeId: 1 | 2) => {
    queue.current = queue.current.then(() => run(key, typeId));
  };
  const halt = (key: string) => {
    const running = files.current.get(key);
    running?.stop.abort(new Paused());
    return running;
  };

  useEffect(() => {
    if (!lobby) return undefined;
    return lobby.on('v3.media.encoded', ({ media_id: itemId, status, error }) => {
      if (itemId)
        dispatch({
          type: 'encoded',
          itemId: Number(itemId),
          isReady: status !== 'failed',
          text: error ?? '',
        });
      onItem();
    });
  }, [lobby, onItem]);
  useEffect(() => {
    const running = files.current;
    return () => running.forEach(({ stop }) => stop.abort());
  }, []);

  return {
    uploads,
    add(chosen) {
      const known = chosen.filter((file) => isPicture(file) || isVideo(file));
      for (const file of known) {
        const [key, typeId] = [uuidv7(), isVideo(file) ? 2 : 1] as const;
        files.current.set(key, { file, stop: new AbortController() });
        dispatch({ type: 'added', upload: { key, name: file.name, sizeBytes: file.size, typeId } });
        start(key, typeId);
      }
      return chosen.length - known.length;
    },
    pause(key) {
      if (halt(key)) dispatch({ type: 'stopped', key });
    },
    resume(key) {
      const running = files.current.get(key);
      const upload = uploads.find((one) => one.key === key);
      if (!running || !upload) return;
      running.stop = new AbortController();
      dispatch({ type: 'resumed', key });
      start(key, upload.typeId);
    },
    cancel(key) {
      halt(key);
      files.current.delete(key);
      dispatch({ type: 'canceled', key });
      dispatch({ type: 'dismissed', key });
    },
    dismiss: (key) => dispatch({ type: 'dismissed', key }),
  };
}
