import { useSyncExternalStore } from 'react';
import { makeEventStore } from '../event-store.ts';
import type { ModalKey, ModalMap } from './modal-map.ts';

/** The open modal and its props. */
export type OpenModal = {
  readonly [K in ModalKey]: { readonly key: K; readonly props: ModalMap[K] };
}[ModalKey];

type ModalEvent = { readonly type: 'open'; readonly modal: OpenModal } | { readonly type: 'close' };

/** At most one modal is open: opening another takes the place of the first. */
export const modalStore = makeEventStore<OpenModal | null, ModalEvent>(null, (_open, event) =>
  event.type === 'open' ? event.modal : null,
);

/** Opens a modal over the page; its code is loaded on demand. */
export function openModal<K extends ModalKey>(key: K, props: ModalMap[K]): void {
  modalStore.dispatch({ type: 'open', modal: { key, props } as OpenModal });
}

/** Closes the open modal; nothing when none is open. */
export const closeModal = (): void => modalStore.dispatch({ type: 'close' });

/** The open modal; none on the server. */
export const useOpenModal = (): OpenModal | null =>
  useSyncExternalStore(modalStore.subscribe, modalStore.get, () => null);
