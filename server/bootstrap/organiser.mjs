import './require-node.mjs';

const { runCommand } = await import('./run-command.mjs');

await runCommand('organiser');
