import type { ConfigBody } from '#shared/wire/http-api.ts';

import { logOnce } from './log-once.ts';

/** Keeps the settings fresh: fetched, or pushed when the organiser changes them. */
export class ConfigSync {
  readonly #fetchConfig: () => Promise<ConfigBody>;
  readonly #onConfig: (config: ConfigBody) => void;
  #loading: Promise<void> | undefined;
  #pushes = 0;

  constructor(fetchConfig: () => Promise<ConfigBody>, onConfig: (config: ConfigBody) => void) {
    this.#fetchConfig = fetchConfig;
    this.#onConfig = onConfig;
  }

  /** Never rejects: the next fetch makes up for a failed one. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  receive(config: ConfigBody): void {
    this.#pushes += 1;
    this.#onConfig(config);
  }

  async #load(): Promise<void> {
    const pushesBefore = this.#pushes;
    try {
      const config = await this.#fetchConfig();
      // A push during the fetch is at least as new as the answer.
      if (this.#pushes === pushesBefore) this.#onConfig(config);
    } catch (error) {
      logOnce('the settings cannot be fetched', error);
    }
  }
}
