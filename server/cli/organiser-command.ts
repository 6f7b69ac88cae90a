import { parseArgs } from 'node:util';

import { parseServerConfig } from '#server/config/config.ts';
import { readEnv } from '#server/config/read-setting.ts';
import { type Manager, type OrganiserOutcome, Organisers } from '#server/identity/organisers.ts';
import { PasswordHasher } from '#server/identity/passwords.ts';
import { type OrganiserEntry, type Role, ROLES } from '#shared/wire/auth-api.ts';

import {
  type AnswerAtOnce,
  answerAtOnce,
  readPasswordLine,
  runToStatus,
  withStore,
} from './command.ts';

const VERBS = ['add', 'list', 'role', 'disable', 'enable', 'reset'] as const;
type Verb = (typeof VERBS)[number];

const USAGE = `Usage: npm run organiser -- COMMAND

  add EMAIL [--role ROLE] [--password-stdin]
                     Make an account and print its password, or take one line on standard
                     input as the password. The role is admin unless told.
  list               All accounts: address, role, whether disabled, since when.
  role EMAIL ROLE    Give it another role, at once and everywhere.
  disable EMAIL      Keep it out, at once and everywhere.
  enable EMAIL       Let it in again.
  reset EMAIL [--password-stdin]
                     Set another password, as add does, and ask for no code of an app any more.
                     Whoever is signed in with it is out.

A role is one of ${ROLES.join(', ')}. viewer changes nothing and sees no contacts;
medical sees them, and reports; registration edits runners; results also corrects reads;
director runs the race; admin also manages the accounts.

With AUTH=firebase the passwords are kept there: add and role say what an address may do,
disable keeps it out. Who gets in at all is up to ORGANISER_EMAILS.`;

const SHAPES: Readonly<Record<Verb, { words: number; options: readonly string[] }>> = {
  add: { words: 1, options: ['role', 'password-stdin'] },
  list: { words: 0, options: [] },
  role: { words: 2, options: [] },
  disable: { words: 1, options: [] },
  enable: { words: 1, options: [] },
  reset: { words: 1, options: ['password-stdin'] },
};

/** `npm run organiser`: returns the exit status. */
export async function runOrganiser(
  args: readonly string[],
  input: NodeJS.ReadableStream = process.stdin,
): Promise<number> {
  return runToStatus(() => parseAndRun(args, input), { usage: USAGE });
}

/** Whether there is something to do on the record. Throws what `parseArgs` does. */
export function isOrganiserTask(args: readonly string[]): boolean {
  return 'verb' in parseCommand(args);
}

interface TypedCommand extends Omit<OrganiserCommand, 'password'> {
  readonly isPasswordTyped: boolean;
}

function parseCommand(args: readonly string[]): TypedCommand | AnswerAtOnce {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      role: { type: 'string' },
      'password-stdin': { type: 'boolean' },
    },
  });
  if (values.help) return { help: USAGE };
  const [word, email = '', newRole] = positionals;
  const verb = VERBS.find((known) => known === word);
  const roleText = newRole ?? values.role ?? 'admin';
  const role = ROLES.find((known) => known === roleText);
  const mistake = findMistake(verb, positionals, Object.keys(values));
  if (!verb || !role || mistake !== undefined) {
    const what = mistake ?? `There is no role ${JSON.stringify(roleText)}.`;
    return { mistake: `${what}\n\n${USAGE}` };
  }
  return { verb, email, role, isPasswordTyped: values['password-stdin'] ?? false };
}

async function parseAndRun(args: readonly string[], input: NodeJS.ReadableStream): Promise<number> {
  const command = parseCommand(args);
  if (!('verb' in command)) return answerAtOnce(command);
  const { verb, email, role, isPasswordTyped } = command;
  const config = parseServerConfig(readEnv());
  const listed = config.auth.provider === 'firebase' ? config.auth.organiserEmails : undefined;
  const password = isPasswordTyped ? await readPasswordLine(input) : undefined;
  return withStore(config, (store) => {
    const organisers = new Organisers(store.organisers, new PasswordHasher(), listed);
    return runOrganiserCommand(organisers, { verb, email, role, password });
  });
}

/** The mistake in the command line; undefined for none. */
function findMistake(
  verb: Verb | undefined,
  positionals: readonly string[],
  options: readonly string[],
): string | undefined {
  if (!verb) return `There is no command ${JSON.stringify(positionals[0] ?? '')}.`;
  const shape = SHAPES[verb];
  const unknown = options.find((option) => !shape.options.includes(option));
  if (unknown !== undefined) return `${verb} does not take --${unknown}.`;
  const words = positionals.length - 1;
  return words === shape.words ? undefined : `${verb} takes ${shape.words}, not ${words} words.`;
}

interface OrganiserCommand {
  readonly verb: Verb;
  /** Empty for `list`. */
  readonly email: string;
  /** For `add` and `role`. */
  readonly role: Role;
  /** For `add` and `reset`: from standard input; undefined for a generated one. */
  readonly password: string | undefined;
}

const HOST: Manager = { name: 'command line', isHost: true };

/** Runs the command and returns its exit status. Output for scripts goes to standard output. */
async function runOrganiserCommand(
  organisers: Organisers,
  { verb, email, role, password }: OrganiserCommand,
): Promise<number> {
  // The person who runs this passes the password on in their own way.
  const choice = { password, mustChange: false };
  switch (verb) {
    case 'list':
      console.log((await organisers.list()).map(presentLine).join('\n') || 'No accounts.');
      return 0;
    case 'add':
      return tell(await organisers.add(email, role, choice, HOST), 'added');
    case 'reset':
      return tell(await organisers.reset(email, choice, HOST), 'has another password');
    case 'disable':
      return tell(await organisers.disable(email, HOST), 'is disabled');
    case 'enable':
      return tell(await organisers.enable(email, HOST), 'is enabled');
    case 'role':
      return tell(await organisers.setRole(email, role, HOST), `is ${role} now`);
    default:
      return verb satisfies never;
  }
}

/** Only the password goes to standard output. */
function tell(outcome: OrganiserOutcome, what: string): number {
  if (!outcome.ok) {
    console.error(outcome.error.message);
    return 1;
  }
  const { email, role, password } = outcome.value;
  console.error(`${email} (${role}) ${what}.`);
  if (password !== undefined) console.log(`password: ${password}`);
  return 0;
}

function presentLine(organiser: OrganiserEntry): string {
  const { email, role, disabled, mustChangePassword, createdAt, asksForCode } = organiser;
  const notes = [
    disabled ? 'disabled' : 'enabled',
    ...(mustChangePassword ? ['has a one-time password'] : []),
    ...(asksForCode ? ['asks for a code'] : []),
    createdAt === null ? 'listed in ORGANISER_EMAILS' : `since ${createdAt}`,
  ];
  return [email, role, ...notes].join('\t');
}
