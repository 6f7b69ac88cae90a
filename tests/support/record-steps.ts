import type { Steps } from '#server/bootstrap/launcher.mjs';

export interface RecordedSteps extends Steps {
  /** The printed lines, and the labels of the steps. */
  readonly lines: string[];
}

/** Steps that are recorded instead of printed. */
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
