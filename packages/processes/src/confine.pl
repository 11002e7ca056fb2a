# perl confine.pl <file or folder to read>:… <folder to write>:… <program> <words>…
# Becomes the program, confined, as the same user and with the same environment.
use strict;
use warnings;
use File::Basename qw(dirname);
require(dirname(__FILE__) . '/Confinement.pm');

my $channel = $ENV{NODE_CHANNEL_FD};
Confinement::close_others(defined $channel ? int $channel : ());

my ($readable, $writable, @words) = @ARGV;
my @environment = map { "$_=$ENV{$_}" } grep { !/^PERL/ } sort keys %ENV;
Confinement::exec_confined(\@words, \@environment, [split /:/, $readable], [split /:/, $writable]);
