/** The most runners and clubs for one browser: as many as can be followed at a device. */
export const MAX_PUSH_RUNNERS = 100;
export const MAX_PUSH_CLUBS = 5;

/** GET /push/key: what a browser subscribes with. */
export interface PushKey {
  /** In base64url, as `applicationServerKey` takes it. */
  readonly publicKey: string;
}

/** POST /push/subscribe, repeated with every change of the followed runners. */
export interface PushOrder {
  /** As a browser's `PushSubscription` gives them in JSON. */
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** The language of its messages, as in addresses. */
  readonly language: string;
  readonly runners: readonly string[];
  readonly clubs: readonly string[];
}

/** POST /push/unsubscribe. */
export interface PushEnd {
  readonly endpoint: string;
}

/** POST /alarms: an organiser's browser wants the alarms of race control. */
export type AlarmsOrder = Pick<PushOrder, 'endpoint' | 'keys'>;

/** The message to a browser, encrypted for it alone. */
export interface PushMessage {
  /** Another message with the same tag replaces it where it is shown. */
  readonly tag: string;
  /** Only the latest message about a runner is sent. */
  readonly about: string;
  readonly title: string;
  readonly body: string;
  readonly language: string;
  /** The address that a press opens. */
  readonly address: string;
  /** The label of the button that ends all messages. */
  readonly stop: string;
}
