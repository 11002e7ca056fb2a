# perl ask-supervisor.pl <socket> <role> …
# Stands for a part that the supervisor starts as another user: gives it this process's files and environment, passes
# signals on, and ends as the part ends. When this process is gone the supervisor ends the part.
use strict;
use warnings;
use File::Basename qw(dirname);
use POSIX ();
use Socket;
require(dirname(__FILE__) . '/Confinement.pm');

my $channel = $ENV{NODE_CHANNEL_FD};
Confinement::close_others(defined $channel ? int $channel : ());

my ($path, $role) = @ARGV;
socket(my $socket, AF_UNIX, SOCK_SEQPACKET, 0) or die "socket: $!\n";
connect($socket, pack_sockaddr_un($path)) or die "the supervisor is gone: $!\n";

my @files = (0, 1, 2, defined $channel ? int $channel : ());
my $text = join("\0", $role, map { "$_=$ENV{$_}" } grep { $_ ne 'NODE_CHANNEL_FD' && $_ ne 'KLIEG_LAUNCHER' } keys %ENV);
my $vector = pack('PQ', $text, length $text);
my $control = pack('QllL*', 16 + 4 * @files, SOL_SOCKET, 1, @files);
$control .= "\0" x (-length($control) % 8);
my $header = pack('QLx4PQPQlx4', 0, 0, $vector, 1, $control, length $control, 0);

my @waiting;
for my $name ('TERM', 'HUP') { $SIG{$name} = sub { send($socket, $name, 0) } }
# From a terminal it reaches the part as well.
$SIG{INT} = 'IGNORE';
syscall(Confinement::number('sendmsg'), fileno $socket, $header, 0) > 0 or die "the supervisor takes nothing: $!\n";
# The part's files are its own now; the other ends have to notice when it closes them.
for my $file (@files) { POSIX::close($file) unless $file == 2 }

while (1) {
  my $from = recv($socket, my $answer = '', 64, 0);
  next if !defined $from && $!{EINTR};
  if (!defined $from || $answer eq '') { POSIX::_exit(126) }
  POSIX::_exit($1) if $answer =~ /^exit (\d+)$/;
  if ($answer =~ /^signal (\d+)$/) { $SIG{TERM} = 'DEFAULT'; $SIG{HUP} = 'DEFAULT'; $SIG{INT} = 'DEFAULT'; kill $1, $$; sleep 1; POSIX::_exit(128 + $1) }
}
