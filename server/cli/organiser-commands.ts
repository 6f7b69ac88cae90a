import type { Manager, OrganiserOutcome, Organisers } from '#server/identity/organisers.ts';
import type { OrganiserEntry, Role } from '#shared/wire/auth-api.ts';

export const VERBS = ['add', 'list', 'role', 'disable', 'enable', 'reset'] as const;
export type Verb = (typeof VERBS)[number];

export interface OrganiserCommand {
  readonly verb: Verb;
  /** Empty for `list`. */
  readonly email: string;
  /** For `add` and `role`. */
  readonly role: Role;
  /** For `add` and `reset`: from standard input; undefined means that one is made. */
  readonly password: string | undefined;
}

const HOST: Manager = { name: 'command line', isHost: true };

/** Does what was asked and returns the exit status. What a script wants to read goes to standard output. */
export async function runOrganiserCommand(
  organisers: Organisers,
  { verb, email, role, password }: OrganiserCommand,
): Promise<number> {
  // Whoever runs this hands the password on by a way of their own choosing.
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

/** The password alone goes to standard output. */
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
  const { email, role, disabled, mustChangePassword, createdAt } = organiser;
  const notes = [
    disabled ? 'disabled' : 'enabled',
    ...(mustChangePassword ? ['has a one-time password'] : []),
    createdAt === null ? 'listed in ORGANISER_EMAILS' : `since ${createdAt}`,
  ];
  return [email, role, ...notes].join('\t');
}
