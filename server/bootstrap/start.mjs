import './require-node.mjs';

const { runStart } = await import('./run-start.mjs');

await runStart();
