import './require-node.mjs';

const { runDemo } = await import('./run-demo.mjs');

await runDemo();
