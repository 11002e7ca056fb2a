import { readFileSync } from 'node:fs';

/** Clock ticks of /proc in a second; a figure is no finer than one of them. */
export const TICKS = 100;

/** Seconds of processor time that a process has used, all its threads, without its children. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
