import './require-node.mjs';

const { runTest } = await import('./run-test.mjs');

await runTest();
