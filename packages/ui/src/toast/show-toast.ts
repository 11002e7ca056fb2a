import type { ReactNode } from 'react';
import type { IconName } from '../icons/icon-name.ts';

export type ToastAppearance = 'success' | 'error' | 'info' | 'warning';

/** The shape of a toast as the requirements give it (SHELL-014). */
export interface ToastSpec {
  /** One sentence: what happened, then what can be done. */
  readonly content: ReactNode;
  readonly title?: ReactNode;
  readonly appearance?: ToastAppearance;
  /** False keeps it until it is closed, for things the person must act on; all others close after `TOAST_MS`. */
  readonly autoDismiss?: boolean;
  readonly showClose?: boolean;
  readonly customIcon?: IconName;
  readonly onClick?: () => void;
  readonly onClose?: () => void;
}

/** How long a toast stays in milliseconds (CONSTANTS-003). */
export const TOAST_MS = 2_500;

type Presenter = (spec: ToastSpec) => void;

const waiting: ToastSpec[] = [];
let present: Presenter | undefined;
let clear: (() => void) | undefined;
const watchers = new Set<(spec: ToastSpec) => void>();

/** Shows a toast; before the toaster's code has arrived it waits. */
export function showToast(spec: ToastSpec): void {
  for (const watch of watchers) watch(spec);
  if (present) present(spec);
  else waiting.push(spec);
}

/** Closes all toasts at once, waiting ones too. */
export function closeAllToasts(): void {
  waiting.length = 0;
  clear?.();
}

/** Calls back for every toast that is shown; returns the way to stop. */
export function watchToasts(watch: (spec: ToastSpec) => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

/** Calls back at the first toast, or at once when one waits already; returns the way to stop. */
export function whenToastWaits(callBack: () => void): () => void {
  if (waiting.length > 0) callBack();
  return watchToasts(callBack);
}

/** The toaster registers here and takes the waiting toasts; returns the way to unregister. */
export function connectToaster(presenter: Presenter, clearAll: () => void): () => void {
  present = presenter;
  clear = clearAll;
  for (const spec of waiting.splice(0)) presenter(spec);
  return () => {
    present = undefined;
    clear = undefined;
  };
}
