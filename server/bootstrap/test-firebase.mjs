import './require-node.mjs';

const { runTestFirebase } = await import('./run-test-firebase.mjs');

await runTestFirebase();
