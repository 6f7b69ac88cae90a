import { inject } from 'vitest';

// Firebase's library reads them when it is loaded.
process.env['FIREBASE_AUTH_EMULATOR_HOST'] = inject('authEmulator');
process.env['FIREBASE_PROJECT_ID'] = 'demo-splitcast';
