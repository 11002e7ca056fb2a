import { ConfigError } from '../config.ts';
import { makeOwner } from './make-owner.ts';

const [username = ''] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const outcome = username === '' ? 'unknown' : await makeOwner(process.env, username);
  if (outcome === 'made') say(`${username} is an administrator now; the next page they load knows it.`);
  else if (outcome === 'no database')
    say('There is no database yet: start the site once, and register on its page.');
  else say('Nobody has this name. Register on the page first, then: npm run owner -- <username>');
  process.exitCode = outcome === 'made' ? 0 : 1;
} catch (error) {
  say(error instanceof ConfigError ? error.message : `The database cannot be reached: ${String(error)}`);
  process.exitCode = 1;
}
