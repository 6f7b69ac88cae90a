import { parseServerConfig } from '#server/config/config.ts';
import { readEnv } from '#server/config/read-setting.ts';
import { Refusal } from '#server/system/refusal.ts';
import { type Manager, Organisers } from '#server/identity/organisers.ts';
import { PasswordHasher } from '#server/identity/passwords.ts';
import {
  type OrganiserEntry,
  type OrganiserReply,
  type Role,
  ROLES,
} from '#shared/wire/auth-api.ts';

import { type Program, readPasswordLine, runProgram, withStore } from './command.ts';

const USAGE = `Usage: npm run organiser -- COMMAND

  add EMAIL [--role ROLE] [--password-stdin]
                     Make an account and print its password, or take one line on standard
                     input as the password. The role is admin by default.
  list               All accounts: address, role, whether disabled, since when.
  role EMAIL ROLE    Give it another role, at once and everywhere.
  disable EMAIL      Keep it out, at once and everywhere.
  enable EMAIL       Let it in again.
  reset EMAIL [--password-stdin]
                     Set another password, as add does, and ask for no code of an app any more.
                     Its sessions end.

A role is one of ${ROLES.join(', ')}. viewer changes nothing and sees no contacts;
medical sees them, and reports; registration edits runners; results also corrects reads;
director runs the race; admin also manages the accounts.

With AUTH=firebase the passwords are kept there: add and role say what an address may do,
disable keeps it out. Who gets in at all is up to ORGANISER_EMAILS.`;

const ORGANISER = {
  usage: USAGE,
  options: { role: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
  commands: {
    add: {
      words: [1, 1],
      takes: `one address, and a role of ${ROLES.join(', ')}`,
      options: ['role', 'password-stdin'],
      isRight: (_words, { role = 'admin' }) => isRole(role),
    },
    list: { words: [0, 0], takes: 'nothing' },
    role: {
      words: [2, 2],
      takes: `one address and a role of ${ROLES.join(', ')}`,
      isRight: ([, role]) => isRole(role),
    },
    disable: { words: [1, 1], takes: 'one address' },
    enable: { words: [1, 1], takes: 'one address' },
    reset: { words: [1, 1], takes: 'one address', options: ['password-stdin'] },
  },
} as const satisfies Program<
  { readonly role: { type: 'string' }; readonly 'password-stdin': { type: 'boolean' } },
  string
>;
type Verb = keyof (typeof ORGANISER)['commands'];

function isRole(text: unknown): text is Role {
  return ROLES.some((role) => role === text);
}

/** `npm run organiser`: returns the exit status. */
export async function runOrganiser(
  args: readonly string[],
  input: NodeJS.ReadableStream = process.stdin,
): Promise<number> {
  return runProgram<(typeof ORGANISER)['options'], Verb>(args, ORGANISER, async (line) => {
    const { command: verb, words, values } = line;
    const [email = '', newRole = values.role ?? 'admin'] = words;
    const config = parseServerConfig(readEnv());
    const listed = config.auth.provider === 'firebase' ? config.auth.organiserEmails : undefined;
    const password = values['password-stdin'] ? await readPasswordLine(input) : undefined;
    return withStore(config, (store) => {
      const organisers = new Organisers(store.organisers, new PasswordHasher(), listed);
      return runVerb(organisers, { verb, email, role: newRole as Role, password });
    });
  });
}

interface Task {
  readonly verb: Verb;
  /** Empty for `list`. */
  readonly email: string;
  /** For `add` and `role`. */
  readonly role: Role;
  /** For `add` and `reset`: from standard input; undefined for a generated one. */
  readonly password: string | undefined;
}

const HOST: Manager = { name: 'command line', isHost: true };

/** Returns the exit status. Output for scripts goes to standard output. */
async function runVerb(
  organisers: Organisers,
  { verb, email, role, password }: Task,
): Promise<number> {
  // The person who runs this passes the password on in their own way.
  const choice = { password, mustChange: false };
  switch (verb) {
    case 'list':
      console.log((await organisers.list()).map(presentLine).join('\n') || 'No accounts.');
      return 0;
    case 'add':
      return print(organisers.add(email, role, choice, HOST), 'added');
    case 'reset':
      return print(organisers.reset(email, choice, HOST), 'has another password');
    case 'disable':
      return print(organisers.disable(email, HOST), 'is disabled');
    case 'enable':
      return print(organisers.enable(email, HOST), 'is enabled');
    case 'role':
      return print(organisers.setRole(email, role, HOST), `is ${role} now`);
    default:
      return verb satisfies never;
  }
}

/** Only the password goes to standard output. */
async function print(changing: Promise<OrganiserReply>, what: string): Promise<number> {
  try {
    const { email, role, password } = await changing;
    console.error(`${email} (${role}) ${what}.`);
    if (password !== undefined) console.log(`password: ${password}`);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    return 1;
  }
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
