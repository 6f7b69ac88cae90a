import { configureGlobal } from 'fast-check';

/**
 * Properties check the same examples in every run, so that failures are reproducible.
 * `PROPERTY_SEED=7 npm test -- tests/scoring` checks others.
 */
configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_260_620) });
