import { forgetIds } from '@klieg/kernel/ids';
import { afterEach } from 'vitest';
import { refuseSecondConnections, takeSecondConnections } from './postgres/testing-second-connection.ts';

// Files share a process, and some run a clock that is years ahead of the others'.
forgetIds();

refuseSecondConnections();
// Who meets the error may log it and go on.
afterEach(() => {
  const [found] = takeSecondConnections();
  if (found) throw new Error(found);
});
