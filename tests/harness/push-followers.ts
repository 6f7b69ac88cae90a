import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { PushMessage } from '#shared/wire/push-api.ts';
import { createCertificates } from '#tests/support/certificates.ts';
import { eventually } from '#tests/support/eventually.ts';
import { listenAnywhere } from '#tests/support/listen-anywhere.ts';
import { PushBrowser, type PushService, startPushService } from '#tests/support/push-service.ts';

/** Of each instance so many browsers asked to be told. */
const BROWSERS = 2;

/** What a browser was told. */
export interface PushedNews extends Pick<PushMessage, 'about' | 'body'> {
  readonly browser: string;
}

/** A push service, and browsers that follow the whole field through it. */
export class PushFollowers {
  /** For the instances. */
  readonly settings: Readonly<Record<string, string>>;
  readonly #service: PushService;
  readonly #close: () => void;
  readonly #browsers = new Map<string, PushBrowser>();

  private constructor(service: PushService, caFile: string, close: () => void) {
    this.#service = service;
    this.#close = close;
    this.settings = {
      PUSH_SERVICES: service.host,
      PUSH_CONTACT: 'mailto:race@example.org',
      NODE_EXTRA_CA_CERTS: caFile,
    };
  }

  /** `folder` is where it puts its certificates. */
  static async start(folder: string): Promise<PushFollowers> {
    const dir = join(folder, 'push-service');
    mkdirSync(dir);
    const certificates = createCertificates(dir);
    const closings: (() => void)[] = [];
    const service = await startPushService(certificates, async (server) => {
      const listening = await listenAnywhere(server);
      closings.push(listening.close);
      return listening.port;
    });
    return new PushFollowers(service, certificates.ca, () => closings.forEach((close) => close()));
  }

  /** Has browsers subscribe at an instance, as soon as it has the race. */
  async subscribe(url: string, runners: readonly string[]): Promise<void> {
    for (let count = 0; count < BROWSERS; count += 1) {
      const name = `browser-${this.#browsers.size + 1}`;
      const browser = new PushBrowser(this.#service, name);
      this.#browsers.set(name, browser);
      await eventually(async () => {
        const response = await fetch(`${url}/push/subscribe`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(browser.order({ runners })),
        });
        if (response.status !== 204) throw new Error(`No subscription: ${response.status}.`);
      });
    }
  }

  /** Everything that was sent so far. */
  get news(): readonly PushedNews[] {
    return Array.from(this.#browsers, ([browser, one]) =>
      one.read(this.#service).map(({ about, body }) => ({ browser, about, body })),
    ).flat();
  }

  stop(): void {
    this.#close();
  }
}
