import { exitCodeOf, formatFinding } from './finding.ts';
import { runDoctor } from './run-doctor.ts';

const findings = await runDoctor(process.env);
for (const finding of findings) process.stdout.write(`${formatFinding(finding)}\n`);
process.exitCode = exitCodeOf(findings);
