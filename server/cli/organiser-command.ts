import { parseServerConfig } from '#server/config/config.ts';
import { readEnv } from '#server/config/read-setting.ts';
import { Organisers } from '#server/identity/organisers.ts';
import { PasswordHasher } from '#server/identity/passwords.ts';
import {
  type OrganiserEntry,
  type OrganiserReply,
  type Role,
  ROLES,
} from '#shared/wire/auth-api.ts';

import { type CommandShape, readPasswordLine, runProgram, withStore } from './command.ts';

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

const OPTIONS = { role: { type: 'string' }, 'password-stdin': { type: 'boolean' } } as const;

interface Task {
  readonly organisers: Organisers;
  /** Empty for `list`. */
  readonly email: string;
  /** For `add` and `role`. */
  readonly role: Role;
  /** For `add` and `reset`; the operator passes the password on, so it need not be changed. */
  readonly choice: { readonly password: string | undefined; readonly mustChange: boolean };
}

interface OrganiserCommand extends CommandShape<typeof OPTIONS> {
  /** Returns the exit status. Output for scripts goes to standard output. */
  readonly run: (task: Task) => Promise<number>;
}

const HOST = 'command line';
const ONE_ADDRESS = { words: [1, 1], takes: 'one address' } as const;

const COMMANDS: Readonly<Record<string, OrganiserCommand>> = {
  add: {
    words: [1, 1],
    takes: `one address, and a role of ${ROLES.join(', ')}`,
    options: ['role', 'password-stdin'],
    isRight: (_words, { role = 'admin' }) => isRole(role),
    run: ({ organisers, email, role, choice }) =>
      print(organisers.add(email, role, choice, HOST), 'added'),
  },
  list: {
    words: [0, 0],
    takes: 'nothing',
    run: async ({ organisers }) => {
      console.log((await organisers.list()).map(formatLine).join('\n') || 'No accounts.');
      return 0;
    },
  },
  role: {
    words: [2, 2],
    takes: `one address and a role of ${ROLES.join(', ')}`,
    isRight: ([, role]) => isRole(role),
    run: ({ organisers, email, role }) =>
      print(organisers.setRole(email, role, HOST), `is ${role} now`),
  },
  disable: {
    ...ONE_ADDRESS,
    run: ({ organisers, email }) => print(organisers.disable(email, HOST), 'is disabled'),
  },
  enable: {
    ...ONE_ADDRESS,
    run: ({ organisers, email }) => print(organisers.enable(email, HOST), 'is enabled'),
  },
  reset: {
    ...ONE_ADDRESS,
    options: ['password-stdin'],
    run: ({ organisers, email, choice }) =>
      print(organisers.reset(email, choice, HOST), 'has another password'),
  },
};

function isRole(text: unknown): text is Role {
  return ROLES.some((role) => role === text);
}

/** `npm run organiser`: returns the exit status. */
export async function runOrganiser(
  args: readonly string[],
  input: NodeJS.ReadableStream = process.stdin,
): Promise<number> {
  const program = { usage: USAGE, options: OPTIONS, commands: COMMANDS };
  return runProgram(args, program, async (command, words, values) => {
    const [email = '', role = values.role ?? 'admin'] = words;
    const config = parseServerConfig(readEnv());
    const listed = config.auth.provider === 'firebase' ? config.auth.organiserEmails : undefined;
    const password = values['password-stdin'] ? await readPasswordLine(input) : undefined;
    return withStore(config, (store) => {
      const organisers = new Organisers(store.organisers, new PasswordHasher(), listed);
      const choice = { password, mustChange: false };
      return command.run({ organisers, email, role: role as Role, choice });
    });
  });
}

/** Only the password goes to standard output. */
async function print(changing: Promise<OrganiserReply>, what: string): Promise<number> {
  const { email, role, password } = await changing;
  console.error(`${email} (${role}) ${what}.`);
  if (password !== undefined) console.log(`password: ${password}`);
  return 0;
}

function formatLine(organiser: OrganiserEntry): string {
  const { email, role, disabled, mustChangePassword, createdAt, asksForCode } = organiser;
  const notes = [
    disabled ? 'disabled' : 'enabled',
    ...(mustChangePassword ? ['has a one-time password'] : []),
    ...(asksForCode ? ['asks for a code'] : []),
    createdAt === null ? 'listed in ORGANISER_EMAILS' : `since ${createdAt}`,
  ];
  return [email, role, ...notes].join('\t');
}
