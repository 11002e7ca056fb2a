export { becomeSupervisor, canSupervise, type SupervisedRole } from './become-supervisor.ts';
export { confinementFault } from './confinement.ts';
export { forkConfined, forkPart, isSupervised, type PartOptions } from './fork-part.ts';
export { partFlags, type PartName } from './parts.ts';
export { usableCores } from './usable-cores.ts';
export { USER_COUNT, type Users, usersFrom } from './users.ts';
