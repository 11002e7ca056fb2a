import { makeSbom } from './make-sbom.ts';

process.stdout.write(`${JSON.stringify(makeSbom(), null, 2)}\n`);
