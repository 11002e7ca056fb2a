import { readFileSync } from 'node:fs';

/** Clock ticks of /proc in a second; a figure is no finer than one of them. */
export const TICKS = 100;

/** Seconds of processor time that a process has used, all its threads, without its children. */
export const cpuSecondsOf = (pid: number): number => secondsIn(pid, 11);

/** The same of all children of a process that have ended. */
export const endedCpuSecondsOf = (pid: number): number => secondsIn(pid, 13);

/** User and system time, which stand beside each other in /proc/<pid>/stat; counted after the name. */
function secondsIn(pid: number, at: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[at]) + Number(fields[at + 1])) / TICKS;
}
