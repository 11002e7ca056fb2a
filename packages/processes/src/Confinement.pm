# What a process gives away before it becomes another program: user, privileges, files, system calls.
# Plain Perl with what perl-base has, since every Debian has that, and it needs no compiler.
package Confinement;
use strict;
use warnings;
use Errno qw(ENOSYS);

# Closes what came along though nobody passed it on: libraries do not mark every file of theirs. A socket that stays open
# here keeps its port when the parent has closed it, and a confined part could speak through it.
sub close_others {
  my %kept = map { $_ => 1 } 0, 1, 2, @_;
  opendir(my $folder, '/proc/self/fd') or return;
  my @others = grep { /^[0-9]+$/ && !$kept{$_} } readdir $folder;
  closedir $folder;
  require POSIX;
  POSIX::close($_) for @others;
}

# Numbers of the kernel, by machine: x86_64 first, aarch64 second; -1 where a machine has none.
my $machine = is_arm() ? 1 : 0;
my %call = map { $_->[0] => $_->[1 + $machine] } (
  [execve => 59, 221], [execveat => 322, 281], [prctl => 157, 167], [prlimit64 => 302, 261],
  [setgroups => 116, 159], [setresgid => 119, 149], [setresuid => 117, 147],
  [sendmsg => 46, 211], [recvmsg => 47, 212],
  [clone => 56, 220], [clone3 => 435, 435], [fork => 57, -1], [vfork => 58, -1],
  [tgkill => 234, 131],
  [landlock_create_ruleset => 444, 444], [landlock_add_rule => 445, 445], [landlock_restrict_self => 446, 446],
);
my $AUDIT_ARCH = $machine ? 0xC00000B7 : 0xC000003E;

# What no decoder needs: ways out, ways into other processes, and rare doors of the kernel.
my %refused = (
  socket => [41, 198], socketpair => [53, 199], connect => [42, 203], bind => [49, 200], listen => [50, 201],
  accept => [43, 202], accept4 => [288, 242], sendto => [44, 206], sendmmsg => [307, 269],
  ptrace => [101, 117], process_vm_readv => [310, 270], process_vm_writev => [311, 271],
  pidfd_open => [434, 434], pidfd_getfd => [438, 438], pidfd_send_signal => [424, 424],
  kill => [62, 129], tkill => [200, 130], rt_sigqueueinfo => [129, 138], rt_tgsigqueueinfo => [297, 240],
  unshare => [272, 97], setns => [308, 268], mount => [165, 40], umount2 => [166, 39], pivot_root => [155, 41],
  chroot => [161, 51], open_tree => [428, 428], move_mount => [429, 429], fsopen => [430, 430],
  fsmount => [432, 432], mount_setattr => [442, 442],
  bpf => [321, 280], perf_event_open => [298, 241], userfaultfd => [323, 282],
  add_key => [248, 217], request_key => [249, 218], keyctl => [250, 219],
  name_to_handle_at => [303, 264], open_by_handle_at => [304, 265],
  init_module => [175, 105], finit_module => [313, 273], delete_module => [176, 106], kexec_load => [246, 104],
  reboot => [169, 142], swapon => [167, 224], swapoff => [168, 225], syslog => [103, 116], acct => [163, 89],
  personality => [135, 92], memfd_create => [319, 279], execveat => [322, 281],
  shmget => [29, 194], shmat => [30, 196], msgget => [68, 186], semget => [64, 190], mq_open => [240, 180],
);
# Answered as by a kernel that does not have them, for which every library has another way.
my %absent = (clone3 => [435, 435], io_uring_setup => [425, 425], io_uring_enter => [426, 426],
  io_uring_register => [427, 427], openat2 => [437, 437]);

use constant { ALLOW => 0x7fff0000, KILL => 0x80000000, REFUSE => 0x00050000 | 13, ABSENT => 0x00050000 | 38 };
use constant { CLONE_THREAD => 0x00010000, PR_SET_PDEATHSIG => 1, PR_SET_SECCOMP => 22, PR_CAPBSET_DROP => 24,
  PR_SET_NO_NEW_PRIVS => 38 };

sub is_arm { require POSIX; return (POSIX::uname())[4] eq 'aarch64' }

sub number { return $call{$_[0]} }

# One instruction of the filter's machine: code, jump if true, jump if false, operand.
sub op { return pack('SCCL', @_) }
sub load { return op(0x20, 0, 0, $_[0]) }
sub answer { return op(0x06, 0, 0, $_[0]) }
# Goes on with the next instruction where the loaded word is this, else passes over as many as are told.
sub unless_is { return op(0x15, 0, $_[1], $_[0]) }

# Refuses a call unless its first argument, whose upper half is nothing, is the given number.
sub first_argument_only {
  my ($number, $wanted) = @_;
  return (unless_is($number, 4), load(16), op(0x15, 0, 1, $wanted), answer(ALLOW), answer(REFUSE));
}

# The filter that lets this process become one program, given by the addresses of execve's arguments, and then no other.
sub filter {
  my @addresses = @_;
  my @program = (load(4), op(0x15, 1, 0, $AUDIT_ARCH), answer(KILL), load(0));
  # Calls of the x32 machine have numbers of their own, which no list names.
  push @program, op(0x35, 0, 1, 0x40000000), answer(KILL) unless $machine;
  for my $name (sort keys %refused) { push @program, unless_is($refused{$name}[$machine], 1), answer(REFUSE) }
  for my $name (sort keys %absent) { push @program, unless_is($absent{$name}[$machine], 1), answer(ABSENT) }
  for my $name ('fork', 'vfork') { push @program, unless_is($call{$name}, 1), answer(REFUSE) if $call{$name} >= 0 }
  # Threads, and no processes.
  push @program, unless_is($call{clone}, 4), load(16), op(0x45, 0, 1, CLONE_THREAD), answer(ALLOW), answer(REFUSE);
  # A process may end itself by a signal, and set limits of its own.
  push @program, first_argument_only($call{tgkill}, $$), first_argument_only($call{prlimit64}, 0);
  my @same;
  for my $at (0 .. $#addresses) {
    my ($low, $high) = ($addresses[$at] & 0xffffffff, $addresses[$at] >> 32);
    push @same, load(16 + 8 * $at), $low, load(20 + 8 * $at), $high;
  }
  # The addresses are those of this program's memory, which nobody can know after it: a guess ends the process.
  my $length = @same;
  my @body;
  for (my $at = 0; $at < $length; $at += 2) {
    my $left = $length - $at - 2;
    push @body, $same[$at], op(0x15, 0, $left + 1, $same[$at + 1]);
  }
  push @program, unless_is($call{execve}, @body + 2), @body, answer(ALLOW), answer(KILL);
  return join('', @program, answer(ALLOW));
}

# Neither this process nor what it becomes gets privileges by any file again.
sub no_new_privileges {
  syscall($call{prctl}, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 or die "no_new_privs: $!\n";
}

# Ends this process when its parent does, whatever ends that.
sub end_with_parent {
  my ($signal) = @_;
  syscall($call{prctl}, PR_SET_PDEATHSIG, $signal, 0, 0, 0) == 0 or die "pdeathsig: $!\n";
}

# Leaves root for a user and a group of the same number, without other groups and without a way back.
sub become {
  # A text would be passed on as its address.
  my $uid = 0 + $_[0];
  die "no user\n" unless $uid > 0;
  syscall($call{prctl}, PR_CAPBSET_DROP, $_, 0, 0, 0) for 0 .. 63;
  syscall($call{setgroups}, 0, 0) == 0 or die "setgroups: $!\n";
  syscall($call{setresgid}, $uid, $uid, $uid) == 0 or die "setresgid: $!\n";
  syscall($call{setresuid}, $uid, $uid, $uid) == 0 or die "setresuid: $!\n";
  no_new_privileges();
}

my $READ = 1 | 4 | 8;                # execute, read a file, list a folder
my $WRITE = $READ | 2 | 0x20 | 0x100 | 0x2000 | 0x4000;    # write, remove and make files, move, shorten

# Files: what is named can be read, some of it written; nothing else can be opened. Kernels without Landlock
# leave it at the rights of the user.
sub restrict_files {
  my ($readable, $writable) = @_;
  my $abi = syscall($call{landlock_create_ruleset}, 0, 0, 1);
  return if $abi < 1;
  my $all = $abi >= 3 ? 0x7fff : $abi == 2 ? 0x3fff : 0x1fff;
  my $attributes = pack('Q', $all);
  my $rules = syscall($call{landlock_create_ruleset}, $attributes, length $attributes, 0);
  die "landlock: $!\n" if $rules < 0;
  for my $list ([$READ & $all, $readable], [$WRITE & $all, $writable]) {
    for my $path (@{$list->[1]}) {
      # O_PATH with O_CLOEXEC
      next unless sysopen(my $folder, $path, 0x200000 | 0x80000);
      my $rights = -d $path ? $list->[0] : $list->[0] & (1 | 2 | 4 | 0x4000);
      my $rule = pack('Ql', $rights, fileno $folder);
      syscall($call{landlock_add_rule}, $rules, 1, $rule, 0) == 0 or die "landlock rule $path: $!\n";
    }
  }
  syscall($call{landlock_restrict_self}, $rules, 0) == 0 or die "landlock: $!\n";
}

# Becomes a program with these words and this environment (name=value), confined: no network, no other process or
# program, no files but those named. Dies where the kernel knows no filters.
sub exec_confined {
  my ($words, $environment, $readable, $writable) = @_;
  # Pictures of strangers do not belong into a core file.
  my $none = pack('QQ', 0, 0);
  syscall($call{prlimit64}, 0, 4, $none, 0);
  no_new_privileges();
  restrict_files($readable, $writable);
  # The kernel reads these strings at the addresses that the filter names, so they must stay where they are.
  my $path = "$words->[0]\0";
  my @words = map { "$_\0" } @$words;
  my @environment = map { "$_\0" } @$environment;
  my $argv = pack('(P)*', @words) . pack('Q', 0);
  my $envp = pack('(P)*', @environment) . pack('Q', 0);
  my $code = filter(map { unpack('Q', pack('P', $_)) } $path, $argv, $envp);
  my $program = pack('Sx6P', length($code) / 8, $code);
  syscall($call{prctl}, PR_SET_SECCOMP, 2, $program, 0, 0) == 0 or die "seccomp: $!\n";
  syscall($call{execve}, $path, $argv, $envp);
  die "$words->[0]: $!\n";
}

1;
