import { Refusal } from '#server/web/refusal.ts';
import { decideTakeBack } from '#server/web/report-runner.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { OneOfMany } from '#server/store/reports-of-many.ts';
import type { StoredRunner } from '#server/store/runner-change.ts';
import type { Report } from '#shared/model/report.ts';
import type { TakenBackReply } from '#shared/wire/marshal-api.ts';

const TAKE_BACK = 'take-back-marshal';

/**
 * Takes back all that a marshal said with their passes, in one step (RULES.md MA6): the reports, the statuses that they
 * made, and what race control still has to decide of it.
 */
export async function takeBackAll(
  { runners: records, marshals }: Pick<RaceStore, 'runners' | 'marshals'>,
  marshal: string,
  by: string,
): Promise<TakenBackReply> {
  for (;;) {
    const found = await records.readReportsOfMany();
    const sightings = await marshals.readSightings(marshal);
    const ids = Array.from(found.byRunner).flatMap(([runnerId, reports]) =>
      reports.some((report) => report.by === marshal) ? [runnerId] : [],
    );
    const runners = (await records.readMany(ids)).map((of) =>
      takeBackOne(of, found.byRunner.get(of.runner.runnerId) ?? [], marshal),
    );
    const reply = { runners: runners.length, sightings: sightings.entries.length };
    if (reply.runners + reply.sightings === 0) return { result: 'Success', ...reply };
    const outcome = await records.commitReportsOfMany(found, {
      runners,
      by,
      action: TAKE_BACK,
      before: { marshal, sightings: sightings.entries },
      beside: sightings.removal,
    });
    if (outcome.ok) return { result: 'Success', ...reply, version: outcome.value.version };
  }
}

/** Undoes {@link takeBackAll}: reports and statuses come back where nothing else was decided since. @throws {Refusal} */
export async function bringBackAll(
  store: Pick<RaceStore, 'runners' | 'marshals' | 'readLoggedVersion'>,
  takenBack: number,
  by: string,
): Promise<TakenBackReply> {
  const { runners: records, marshals } = store;
  for (;;) {
    const found = await records.readReportsOfMany();
    const { whole, ofRunners } = await store.readLoggedVersion(takenBack);
    if (whole?.action !== TAKE_BACK || whole.epoch !== found.epoch) {
      throw new Refusal(
        404,
        'There is nothing of this to bring back: the race was replaced since.',
      );
    }
    const present = new Set(
      Array.from(found.byRunner.values()).flatMap((all) => all.map(({ reportId }) => reportId)),
    );
    const entries = await records.readMany(ofRunners.map(({ runnerId }) => runnerId));
    const now = new Map(entries.map((of) => [of.runner.runnerId, of]));
    const runners = ofRunners.flatMap(({ runnerId, before, after, reports }): OneOfMany[] => {
      const of = now.get(runnerId);
      const made = (reports?.gone ?? []).filter(({ reportId }) => !present.has(reportId));
      if (!of || made.length === 0) return [];
      const isAsLeft = before && after && of.runner.overrideTime === after.overrideTime;
      const isChanged = isAsLeft && before.overrideTime !== after.overrideTime;
      const { disqualified: _rule, ...rest } = of.runner;
      const { disqualified } = before ?? {};
      const again = { ...rest, ...(disqualified && { disqualified }), rev: rest.rev + 1 };
      return [
        { of, made, ...(isChanged && { after: { ...again, overrideTime: before.overrideTime } }) },
      ];
    });
    const { sightings = [], marshal } = (whole.before ?? {}) as {
      sightings?: readonly object[];
      marshal?: string;
    };
    const returned = await marshals.planReturn(sightings);
    const reply = { runners: runners.length, sightings: returned.count };
    if (reply.runners + reply.sightings === 0) return { result: 'Success', ...reply };
    const outcome = await records.commitReportsOfMany(found, {
      runners,
      by,
      action: `undo-${TAKE_BACK}`,
      after: { marshal },
      beside: returned.plan,
    });
    if (outcome.ok) return { result: 'Success', ...reply, version: outcome.value.version };
  }
}

/** What becomes of a runner when each report of a marshal is taken back, one after the other. */
function takeBackOne(of: StoredRunner, all: readonly Report[], marshal: string): OneOfMany {
  const kept = new Map(all.map((report) => [report.reportId, report]));
  const heirs = new Map<string, Report>();
  const gone = all.filter((report) => report.by === marshal);
  let { runner } = of;
  for (const { reportId } of gone) {
    const reports = {
      token: undefined,
      ofRunner: [...kept.values()],
      ids: new Set<string>(),
      count: 0,
    };
    const found = {
      runnerId: runner.runnerId,
      epoch: undefined,
      current: { ...of, runner },
      slots: new Map(),
      others: new Map(),
      reports,
    };
    const decision = decideTakeBack(found, reportId, 'undo');
    if (!('write' in decision)) continue;
    runner = decision.write.after ?? runner;
    kept.delete(reportId);
    for (const heir of decision.write.reports?.made ?? []) {
      kept.set(heir.reportId, heir);
      heirs.set(heir.reportId, heir);
    }
  }
  const made = [...heirs.values()].filter(({ reportId }) => kept.has(reportId));
  // However many reports made it so, the entry changed once.
  const after = runner === of.runner ? undefined : { ...runner, rev: of.runner.rev + 1 };
  return { of, gone, ...(made.length > 0 && { made }), ...(after && { after }) };
}
