import type { Dismissal } from '#shared/model/dismissal.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { StoredScan } from '#shared/model/scan.ts';

/** Records are JSON texts in hash fields; only this folder's scripts and functions write them. */

export function encodeRunner(runner: Runner): string {
  return JSON.stringify(runner);
}

export function decodeRunner(text: string): Runner {
  return JSON.parse(text) as Runner;
}

export function encodeScan(scan: StoredScan): string {
  return JSON.stringify(scan);
}

export function decodeScan(text: string): StoredScan {
  return JSON.parse(text) as StoredScan;
}

export function encodeDismissal(dismissal: Dismissal): string {
  return JSON.stringify(dismissal);
}

export function decodeDismissal(text: string): Dismissal {
  return JSON.parse(text) as Dismissal;
}

/** The settings are one field each, so that a new one has its default in an old record. */
export function encodeConfig(config: RaceConfig): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, JSON.stringify(value)]),
  );
}

export function decodeConfig(fields: Readonly<Record<string, string>>): RaceConfig {
  const known = Object.keys(DEFAULT_CONFIG).flatMap((name) => {
    const text = fields[name];
    return text === undefined ? [] : [[name, JSON.parse(text) as unknown]];
  });
  return { ...DEFAULT_CONFIG, ...(Object.fromEntries(known) as Partial<RaceConfig>) };
}
