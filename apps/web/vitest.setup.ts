import { EVENTUALLY_MS } from '@klieg/testing/eventually';
import { closeAllToasts } from '@klieg/ui';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { meStore } from './app/shared/me/me-store.ts';
import { modalStore } from './app/shared/modal/modal-store.ts';

/* Runs before each test file. The files share one document and its modules, so each test leaves them as it found them. */

configure({ asyncUtilTimeout: EVENTUALLY_MS });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  meStore.reset();
  modalStore.reset();
  // One that nobody showed would come with the first toaster of a later file.
  closeAllToasts();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});
