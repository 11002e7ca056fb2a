export { makeSandboxBiller } from './biller.ts';
export { noFaults } from './faults.ts';
