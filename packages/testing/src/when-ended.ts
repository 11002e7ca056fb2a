import type { ChildProcess } from 'node:child_process';

/**
 * Calls back once a forked process has ended and everything that it has said was heard: on a busy machine its end is
 * known before its last message.
 */
export function whenEnded(
  child: ChildProcess,
  onEnded: (code: number | null, signal: NodeJS.Signals | null) => void,
): void {
  child.once('exit', (code, signal) => {
    if (!child.connected) return onEnded(code, signal);
    child.once('disconnect', () => onEnded(code, signal));
  });
}
