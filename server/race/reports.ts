import type { RunnerId } from '#shared/model/ids.ts';
import type { Report } from '#shared/model/report.ts';

const NONE: readonly Report[] = [];

/** The reports of each runner (RULES.md RC1), also of a missing one, as between a deletion and its undo. */
export class Reports {
  readonly #byRunner = new Map<RunnerId, Map<string, Report>>();
  readonly #byId = new Map<string, Report>();

  get all(): ReadonlyMap<string, Report> {
    return this.#byId;
  }

  of(runnerId: RunnerId): readonly Report[] {
    const ofRunner = this.#byRunner.get(runnerId);
    return ofRunner ? [...ofRunner.values()] : NONE;
  }

  /** Whether somebody saw them on the course. */
  placesOnCourse(runnerId: RunnerId): boolean {
    return this.of(runnerId).some(({ kind }) => kind === 'seen' || kind === 'stopped');
  }

  put(report: Report): void {
    const { runnerId, reportId } = report;
    const ofRunner = this.#byRunner.get(runnerId) ?? new Map<string, Report>();
    this.#byRunner.set(runnerId, ofRunner.set(reportId, report));
    this.#byId.set(reportId, report);
  }

  delete(runnerId: RunnerId, reportId: string): void {
    const ofRunner = this.#byRunner.get(runnerId);
    ofRunner?.delete(reportId);
    this.#byId.delete(reportId);
    if (ofRunner?.size === 0) this.#byRunner.delete(runnerId);
  }
}
