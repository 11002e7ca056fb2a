import { EVENTUALLY_MS } from '@klieg/testing/eventually';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

/* Runs before each test file. The files share one document, so each test leaves it as it found it. */

configure({ asyncUtilTimeout: EVENTUALLY_MS });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});
