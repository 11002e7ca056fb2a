import { MonthError } from '../../features/ledger/index.ts';
import { ConfigError } from '../config.ts';
import { runMonths } from './run-months.ts';

try {
  const isRight = await runMonths(process.env, process.argv.slice(2), (line) =>
    process.stdout.write(`${line}\n`),
  );
  process.exitCode = isRight ? 0 : 1;
} catch (error) {
  const isExpected = error instanceof MonthError || error instanceof ConfigError;
  process.stderr.write(`months: ${isExpected ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
