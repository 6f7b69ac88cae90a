import { useSyncExternalStore } from 'react';
import {
  STORAGE_KEYS,
  type TextStorage,
  keepText,
  ofDevice,
  readText,
  watchText,
} from '#client/live/text-storage.ts';
import { ObservableState } from '#client/live/observable-state.ts';
import { foldText } from '#shared/format/fold-text.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import type { Starter } from '#shared/model/result.ts';

/** A followed runner, with the fields to find them again after an import, which assigns new ids. */
export interface FollowedRunner {
  readonly runnerId: string;
  readonly bibNumber: string;
  /** Empty for a private runner. */
  readonly name: string;
}

/** The runners and clubs followed on this device, in the order of starring. */
export interface Followed {
  readonly runners: readonly FollowedRunner[];
  /** Names of clubs, of which all entries are followed, including later ones. */
  readonly clubs: readonly string[];
}

export function toFollowed({ runnerId, bibNumber, firstName, lastName }: Starter): FollowedRunner {
  return { runnerId, bibNumber, name: `${firstName} ${lastName}`.trim() };
}

export const MAX_RUNNERS = 100;
export const MAX_CLUBS = 5;
const LONGEST_TEXT = 200;

/**
 * The followed runners and clubs, stored on the device and shared by all tabs (SCREENS.md FW3). If the browser stores
 * nothing, they last as long as the page.
 */
export class FollowedStore extends ObservableState<Followed> {
  readonly #texts: () => TextStorage;
  /** A write failed, so the stored list is older than the state. */
  #isAhead = false;

  constructor(texts: () => TextStorage) {
    super(readFollowed(texts) ?? NOBODY);
    this.#texts = texts;
  }

  /** False if there would be too many. */
  toggleRunner(runner: FollowedRunner): boolean {
    return this.#change(({ runners, clubs }) => {
      const others = runners.filter(({ runnerId }) => runnerId !== runner.runnerId);
      return { runners: others.length < runners.length ? others : [...others, runner], clubs };
    });
  }

  /** False if there would be too many. */
  toggleClub(club: string): boolean {
    return this.#change(({ runners, clubs }) => {
      const others = clubs.filter((other) => !isSameClub(other, club));
      return { runners, clubs: others.length < clubs.length ? others : [...others, club] };
    });
  }

  /** Replaces runners by stored id; see `findRenewed`. */
  replaceRunners(found: ReadonlyMap<string, FollowedRunner>): void {
    this.#change(({ runners, clubs }) => {
      const renewed = runners.map((one) => found.get(one.runnerId) ?? one);
      return { runners: [...new Map(renewed.map((one) => [one.runnerId, one])).values()], clubs };
    });
  }

  /** Call after a change in another tab. */
  reread(): void {
    const kept = readFollowed(this.#texts);
    if (kept && !isSame(kept, this.getSnapshot())) this.update(kept);
  }

  #change(make: (before: Followed) => Followed): boolean {
    // Includes a change in another tab whose event has not arrived yet.
    const kept = this.#isAhead ? undefined : readFollowed(this.#texts);
    const next = make(kept ?? this.getSnapshot());
    if (next.runners.length > MAX_RUNNERS || next.clubs.length > MAX_CLUBS) return false;
    this.#isAhead = !keepText(this.#texts, STORAGE_KEYS.followed, JSON.stringify(next));
    if (!isSame(next, this.getSnapshot())) this.update(next);
    return true;
  }
}

/** The stored list; undefined if missing or invalid. */
function readFollowed(texts: () => TextStorage): Followed | undefined {
  const { runners, clubs } = parseJsonObject(readText(texts, STORAGE_KEYS.followed) ?? '') ?? {};
  if (!Array.isArray(runners) || !Array.isArray(clubs)) return undefined;
  return {
    runners: runners.filter(isFollowedRunner).slice(0, MAX_RUNNERS),
    clubs: clubs.filter((club) => isText(club) && club !== '').slice(0, MAX_CLUBS),
  };
}

function isFollowedRunner(value: unknown): value is FollowedRunner {
  const { runnerId, bibNumber, name } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return isText(runnerId) && runnerId !== '' && isText(bibNumber) && isText(name);
}

/** Whether a runner is followed, alone or with the club; true without a runner. */
export function isFollowedOf({ runners, clubs }: Followed, runner: Starter | undefined): boolean {
  if (!runner) return true;
  const { runnerId, runClub } = runner;
  return (
    runners.some((one) => one.runnerId === runnerId) ||
    (runClub !== '' && clubs.some((club) => isSameClub(club, runClub)))
  );
}

/** Whether two spellings are of one club. */
export function isSameClub(one: string, other: string): boolean {
  return foldText(one) === foldText(other);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}

function isSame(one: Followed, other: Followed): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const NOBODY: Followed = { runners: [], clubs: [] };

export const followed = new FollowedStore(ofDevice);

watchText(STORAGE_KEYS.followed, () => followed.reread());

export function useFollowed(): Followed {
  return useSyncExternalStore(followed.subscribe, followed.getSnapshot, () => NOBODY);
}
