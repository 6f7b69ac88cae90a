import './require-node.mjs';

const { runBench } = await import('./run-bench.mjs');

await runBench();
