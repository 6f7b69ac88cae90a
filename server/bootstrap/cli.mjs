// Every `npm run …` of package.json starts `node server/bootstrap/cli.mjs COMMAND …`. It has only dynamic imports and the
// syntax of Node 14, so that an old Node gets as far as the check.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    'This is Node ' +
      process.versions.node +
      ', but Splitcast needs 20.19 or newer.\n' +
      'Install a current Node from https://nodejs.org and run the command again.\n',
  );
  process.exit(1);
}

/**
 * Each command imports its module when it runs, and packages only after they are installed.
 * @type {Readonly<Record<string, (args: readonly string[]) => Promise<void>>>}
 */
const COMMANDS = {
  start: async (args) => (await import('./start.mjs')).runStart(args),
  demo: async () => (await import('./demo.mjs')).runDemo(),
  test: async (args) => (await import('./test.mjs')).runTest(args),
  'test:all': async () => (await import('./test.mjs')).runTestAll(),
  bench: async (args) => (await import('./test.mjs')).runFromTests('bench', args),
  faults: async (args) => (await import('./test.mjs')).runFromTests('harness', args),
  build: async () => (await import('./build.mjs')).runBuild(),
  scanner: async (args) => (await import('./start.mjs')).runCommand('scanner', args),
  race: async (args) => (await import('./start.mjs')).runCommand('race', args),
  backup: async (args) => (await import('./start.mjs')).runCommand('race', ['backup', ...args]),
  restore: async (args) => (await import('./start.mjs')).runCommand('race', ['restore', ...args]),
  organiser: async (args) => (await import('./start.mjs')).runCommand('organiser', args),
};

const [name = '', ...args] = process.argv.slice(2);
const command = COMMANDS[name];

if (command) {
  await command(args);
} else {
  process.stderr.write(
    `There is no command ${JSON.stringify(name)}.\nThe commands are ${Object.keys(COMMANDS).join(', ')}.\n`,
  );
  process.exitCode = 1;
}
