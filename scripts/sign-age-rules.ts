import { readFileSync, writeFileSync } from 'node:fs';
import { signRules } from '../apps/site/src/features/age-check/rules/sign-rules.ts';

/*
 * Signs the rules of age checks: node scripts/sign-age-rules.ts <file> <private key, PEM>
 * The file holds a release, signed or not: {"release": {…}}. Prints the key for AGE_RULES_KEY.
 * A key is made by: openssl genpkey -algorithm ed25519 -out age-rules.pem
 */

const [file, keyFile] = process.argv.slice(2);
if (!file || !keyFile) throw new Error('usage: node scripts/sign-age-rules.ts <file> <private key>');
const { release } = JSON.parse(readFileSync(file, 'utf8')) as { release: object };
const { text, key } = signRules(release, readFileSync(keyFile, 'utf8'));
writeFileSync(file, text);
console.log(key);
