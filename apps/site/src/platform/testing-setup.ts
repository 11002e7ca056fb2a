import { forgetIds } from '@klieg/kernel/ids';

// Files share a process, and some run a clock that is years ahead of the others'.
forgetIds();
