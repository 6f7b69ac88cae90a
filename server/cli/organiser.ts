import { parseArgs } from 'node:util';

import { parseServerConfig } from '#server/config/config.ts';
import { readEnv } from '#server/config/env.ts';
import { Organisers } from '#server/identity/organisers.ts';
import { PasswordHasher } from '#server/identity/passwords.ts';
import { ROLES } from '#shared/wire/auth-api.ts';

import { readPasswordLine, runToStatus, USAGE_STATUS, withStore } from './command.ts';
import type { Verb } from './organiser-commands.ts';
import { runOrganiserCommand, VERBS } from './organiser-commands.ts';

const USAGE = `Usage: npm run organiser -- COMMAND

  add EMAIL [--role admin|registration] [--password-stdin]
                     Make an account and print its password, or take one line on standard
                     input as the password. The role is admin unless told: registration edits
                     runners and sees who is missing, admin may do everything.
  list               All accounts: address, role, whether disabled, since when.
  role EMAIL admin|registration
  disable EMAIL      Keep it out, at once and everywhere.
  enable EMAIL       Let it in again.
  reset EMAIL [--password-stdin]
                     Set another password, as add does. Whoever is signed in with it is out.

With AUTH=firebase the passwords are kept there: add and role say what an address may do,
disable keeps it out. Who gets in at all is up to ORGANISER_EMAILS.`;

/** How many words follow each command, and which options. */
const SHAPES: Readonly<Record<Verb, { words: number; options: readonly string[] }>> = {
  add: { words: 1, options: ['role', 'password-stdin'] },
  list: { words: 0, options: [] },
  role: { words: 2, options: [] },
  disable: { words: 1, options: [] },
  enable: { words: 1, options: [] },
  reset: { words: 1, options: ['password-stdin'] },
};

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      role: { type: 'string' },
      'password-stdin': { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const [word, email = '', newRole] = positionals;
  const verb = VERBS.find((known) => known === word);
  const roleText = newRole ?? values.role ?? 'admin';
  const role = ROLES.find((known) => known === roleText);
  const mistake = findMistake(verb, positionals, Object.keys(values));
  if (!verb || !role || mistake !== undefined) {
    const what = mistake ?? `There is no role ${JSON.stringify(roleText)}.`;
    console.error(`${what}\n\n${USAGE}`);
    return USAGE_STATUS;
  }
  const config = parseServerConfig(readEnv());
  const listed = config.auth.provider === 'firebase' ? config.auth.organiserEmails : undefined;
  const password = values['password-stdin'] ? await readPasswordLine(process.stdin) : undefined;
  return withStore(config, (store) => {
    const organisers = new Organisers(store.organisers, new PasswordHasher(), listed);
    return runOrganiserCommand(organisers, { verb, email, role, password });
  });
}

/** What makes no sense in what was typed; undefined when all does. */
function findMistake(
  verb: Verb | undefined,
  positionals: readonly string[],
  options: readonly string[],
): string | undefined {
  if (!verb) return `There is no command ${JSON.stringify(positionals[0] ?? '')}.`;
  const shape = SHAPES[verb];
  const stray = options.find((option) => !shape.options.includes(option));
  if (stray !== undefined) return `${verb} does not take --${stray}.`;
  const words = positionals.length - 1;
  return words === shape.words ? undefined : `${verb} takes ${shape.words}, not ${words} words.`;
}

process.exitCode = await runToStatus(main, { usage: USAGE });
