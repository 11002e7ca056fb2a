# perl supervisor.pl <socket> <role> [<role> …]
#
# The one process that stays root where the site was started as root. It starts the site as its own user, and starts
# the other parts for it, each as the user of its role: that change of user is all that it is for. A role is one
# argument of lines: name, user number, names of the roles that may ask for it (with commas), `confined` or `plain`,
# niceness, folders to read and folders to write of a confined one (each with colons), and the words of its command.
# The first role is the site; nobody can ask for it, and it ends everything with it.
#
# Who asks can choose a role and values of known environment names, and nothing else: no program, no user, no flag.
use strict;
use warnings;
use Errno qw(EINTR EAGAIN);
use File::Basename qw(dirname);
use POSIX qw(:sys_wait_h);
use Socket;
require(dirname(__FILE__) . '/Confinement.pm');

my ($path, @given) = @ARGV;
my (%roles, %asking, $first);
for my $text (@given) {
  my ($name, $uid, $callers, $mode, $nice, $readable, $writable, @words) = split /\n/, $text;
  $roles{$name} = { name => $name, uid => $uid, callers => $callers, confined => $mode eq 'confined', nice => $nice,
    readable => [split /:/, $readable], writable => [split /:/, $writable], words => \@words };
  $asking{$_} = 1 for split /,/, $callers;
  $first //= $roles{$name};
}

# What a part may be given: nothing that makes a program load other code.
my $PASSED = qr/^(?:HOME|LANG|LC_ALL|NODE_ENV|NODE_EXTRA_CA_CERTS|PATH|TMPDIR|TZ|DATA_DIR|NODE_NAME|OPENSSL_CONF|(?:MEDIA|MALLOC|SANDBOX|DEMO)_[A-Z_]+|NODE_CHANNEL_SERIALIZATION_MODE)$/;
my $PASSED_CONFINED = qr/^(?:MALLOC_[A-Z_]+|NODE_CHANNEL_SERIALIZATION_MODE)$/;

# Starts a role; the numbers are the files that become its 0, 1, 2 and so on.
sub start {
  my ($role, $environment, @files) = @_;
  my $pid = fork // return undef;
  return $pid if $pid;
  $SIG{$_} = 'DEFAULT' for 'TERM', 'INT', 'HUP', 'CHLD', 'PIPE';
  my $done = eval {
    for my $to (0 .. $#files) { POSIX::dup2($files[$to], $to) // die "file $to: $!\n" }
    POSIX::nice($role->{nice}) if $role->{nice};
    Confinement::become($role->{uid});
    # The site ends in order, the others at once, when this process is killed.
    Confinement::end_with_parent($role == $first ? 15 : 9);
    my @words = @{$role->{words}};
    if ($role->{confined}) {
      Confinement::exec_confined(\@words, $environment, $role->{readable}, $role->{writable});
    }
    # Code that was compiled before, where whoever started the site keeps some: never a place that a part names.
    my $compiled = $ENV{NODE_COMPILE_CACHE};
    %ENV = map { split /=/, $_, 2 } @$environment;
    $ENV{NODE_COMPILE_CACHE} = $compiled if defined $compiled;
    exec {$words[0]} @words or die "$words[0]: $!\n";
  };
  print STDERR "klieg supervisor: $role->{name}: $@";
  POSIX::_exit(127);
}

socket(my $listening, AF_UNIX, SOCK_SEQPACKET, 0) or die "socket: $!\n";
unlink $path;
bind($listening, pack_sockaddr_un($path)) or die "bind $path: $!\n";
chmod 0666, $path;
listen($listening, 128) or die "listen: $!\n";

# What has been started, by process and by the connection of who asked.
my (%askers, %asker_of, $ended);
my @signals;
for my $name ('TERM', 'INT', 'HUP') { $SIG{$name} = sub { push @signals, $name } }
$SIG{CHLD} = sub { };
$SIG{PIPE} = 'IGNORE';

my $site = start($first, [(map { "$_=$ENV{$_}" } grep { !/^PERL/ } keys %ENV), "KLIEG_LAUNCHER=$path"], 0, 1, 2)
  // die "fork: $!\n";

# A request: `role NUL name=value NUL …`, with the files that come along. Undef for none yet.
sub receive {
  my ($socket) = @_;
  my $bytes = "\0" x 262_144;
  my $control = "\0" x 64;
  my $vector = pack('PQ', $bytes, length $bytes);
  my $header = pack('QLx4PQPQlx4', 0, 0, $vector, 1, $control, length $control, 0);
  # Files are closed in whatever is started beside: MSG_CMSG_CLOEXEC.
  my $length = syscall(Confinement::number('recvmsg'), fileno $socket, $header, 0x40000000);
  return ($length) if $length <= 0;
  my $size = unpack('Q', substr($header, 40, 8));
  my @files;
  if ($size > 16) {
    my ($all, $level, $type) = unpack('Qll', $control);
    @files = unpack('l*', substr($control, 16, $all - 16)) if $level == SOL_SOCKET && $type == 1;
  }
  return ($length, substr($bytes, 0, $length), @files);
}

sub may_ask {
  my ($socket, $role) = @_;
  my (undef, $uid) = unpack('lLL', getsockopt($socket, SOL_SOCKET, 17));
  return grep { $roles{$_} && $roles{$_}{uid} == $uid } split /,/, $role->{callers};
}

sub serve {
  my ($asker) = @_;
  my $socket = $asker->{socket};
  my ($length, $text, @files) = receive($socket);
  return if $length < 0 && ($! == EINTR || $! == EAGAIN);
  if ($length <= 0) {
    # Who asked is gone, or wants the part to be: it goes at once.
    kill 'KILL', $asker->{pid} if $asker->{pid};
    delete $askers{fileno $socket};
    close $socket;
  } elsif ($asker->{pid}) {
    kill $text, $asker->{pid} if $text =~ /^(?:TERM|INT|HUP)$/;
  } else {
    my ($name, @environment) = split /\0/, $text;
    my $role = $roles{$name};
    if ($role && $role != $first && @files >= 3 && @files <= 4 && may_ask($socket, $role)) {
      my $passed = $role->{confined} ? $PASSED_CONFINED : $PASSED;
      my @known = grep { (split /=/, $_, 2)[0] =~ $passed } @environment;
      push @known, 'NODE_CHANNEL_FD=3' if @files == 4;
      # One that starts parts itself is told where to ask.
      push @known, "KLIEG_LAUNCHER=$path" if $asking{$name};
      my $pid = start($role, \@known, @files);
      if ($pid) { $asker->{pid} = $pid; $asker_of{$pid} = $asker }
    }
    POSIX::close($_) for @files;
    unless ($asker->{pid}) { delete $askers{fileno $socket}; close $socket }
  }
}

sub reap {
  while ((my $pid = waitpid(-1, WNOHANG)) > 0) {
    my $status = $?;
    if ($pid == $site) { $ended = $status; next }
    my $asker = delete $asker_of{$pid} or next;
    $asker->{pid} = 0;
    my $word = WIFSIGNALED($status) ? 'signal ' . WTERMSIG($status) : 'exit ' . WEXITSTATUS($status);
    send($asker->{socket}, $word, 0) if $asker->{socket}->opened;
  }
}

until (defined $ended) {
  my $bits = '';
  vec($bits, fileno $_, 1) = 1 for $listening, map { $_->{socket} } values %askers;
  # A signal interrupts the wait; one that comes just before it is seen a second later at most.
  my $ready = select(my $readable = $bits, undef, undef, 1);
  while (my $name = shift @signals) { kill $name, $site }
  reap();
  next if $ready <= 0;
  serve($_) for grep { vec($readable, fileno $_->{socket}, 1) } values %askers;
  if (vec($readable, fileno $listening, 1) && accept(my $socket, $listening)) {
    $askers{fileno $socket} = { socket => $socket, pid => 0 };
  }
}
kill 'KILL', keys %asker_of;
unlink $path;
rmdir dirname($path);
if (WIFSIGNALED($ended)) { $SIG{$_} = 'DEFAULT' for 'TERM', 'INT', 'HUP'; kill WTERMSIG($ended), $$; sleep 1 }
exit(WIFEXITED($ended) ? WEXITSTATUS($ended) : 1);
