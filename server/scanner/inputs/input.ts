/** How far a finite input is: of what, in any unit, and when it will be through if its own pace says. */
export interface InputPosition {
  readonly done: number;
  readonly total: number;
  readonly remainingMs?: number;
}

/** Something reads come from. */
export interface ReadInput {
  /** Undefined while the end is not known: standard input, connections. */
  readonly position: InputPosition | undefined;
  /**
   * Takes everything in. Returns true when all that was to come has come,
   * false when `stop` ended it before. Rejects when the input cannot be read
   * or the journal refuses for good.
   */
  run(stop: AbortSignal): Promise<boolean>;
}
