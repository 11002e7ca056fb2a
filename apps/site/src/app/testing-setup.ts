import { hashAtCost } from '../features/identity/index.ts';

// Half of the time that a test needs for a new account would go into the digest of its password.
hashAtCost({ memoryCost: 64, timeCost: 1, parallelism: 1 });
