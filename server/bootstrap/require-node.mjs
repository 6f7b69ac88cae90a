// The entry files import this module first and everything else dynamically, so that a Node
// that is too old gets as far as this check. It must therefore stay in the syntax of Node 14.
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
