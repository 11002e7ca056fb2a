import { expect, test } from 'vitest';
import { usableCores } from './usable-cores.ts';

const machine = (files: Readonly<Record<string, string>>) => (file: string) => files[file];

test.each([
  ['no control groups', {}, 4],
  [
    'no limit',
    { '/proc/self/cgroup': '0::/user.slice\n', '/sys/fs/cgroup/user.slice/cpu.max': 'max 100000\n' },
    4,
  ],
  [
    'a container of half a core',
    { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '50000 100000\n' },
    0.5,
  ],
  [
    'a limit around the own group',
    {
      '/proc/self/cgroup': '0::/pod/app\n',
      '/sys/fs/cgroup/pod/cpu.max': '150000 100000\n',
      '/sys/fs/cgroup/pod/app/cpu.max': 'max 100000\n',
    },
    1.5,
  ],
  [
    'a limit above what there is',
    { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '900000 100000\n' },
    4,
  ],
  [
    'groups of the first version',
    {
      '/proc/self/cgroup': '5:memory:/a\n4:cpu,cpuacct:/a\n0::/\n',
      '/sys/fs/cgroup/cpu/a/cpu.cfs_quota_us': '25000\n',
      '/sys/fs/cgroup/cpu/a/cpu.cfs_period_us': '100000\n',
      '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
      '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
    },
    0.25,
  ],
  [
    'a container that is told the path of the machine',
    {
      '/proc/self/cgroup': '4:cpu:/docker/123\n',
      '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '200000\n',
      '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
    },
    2,
  ],
  ['unreadable words', { '/proc/self/cgroup': 'what is this\n0::/\n', '/sys/fs/cgroup/cpu.max': '\n' }, 4],
] as const)('of four cores are usable with %s', (_how, files, cores) => {
  expect(usableCores(4, machine(files as Record<string, string>))).toBe(cores);
});
