import './require-node.mjs';

const { runBuild } = await import('./run-build.mjs');

await runBuild();
