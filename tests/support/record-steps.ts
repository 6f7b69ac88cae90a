import type { Steps } from '#server/bootstrap/launcher.mjs';

export interface RecordedSteps extends Steps {
  /** What has been said, and the labels of the work shown. */
  readonly lines: string[];
}

/** Steps that are kept for the test to look at instead of being printed. */
export function recordSteps(): RecordedSteps {
  const lines: string[] = [];
  return {
    lines,
    say: (line) => void lines.push(line),
    during: async (label, work) => {
      lines.push(label);
      return work();
    },
  };
}
