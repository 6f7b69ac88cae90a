import { screen, waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';

import type { LoginReply, SignedIn } from '#shared/wire/auth-api.ts';
import { DATA_BLOB_FIELDS } from '#shared/wire/runners-api.ts';

import type { FakeWire } from './fake-wire.ts';

export function valueOf(label: string): string {
  return screen.getByLabelText<HTMLInputElement>(label).value;
}

/** The label of the field that has the focus. */
export function focusedLabel(): string | null | undefined {
  return (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent;
}

export async function expectNoDialog(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

/** The texts of elements, in order. */
export function textsOf(elements: Iterable<Element>): (string | null)[] {
  return Array.from(elements, ({ textContent }) => textContent);
}

/** The line on the last save. */
export function findNews(text: string | RegExp): Promise<HTMLElement> {
  return within(screen.getByTestId('news')).findByText(text);
}

/** The values of the last save of a runner, by name. */
export function findSent(wire: FakeWire): Record<string, string | undefined> {
  const blob = wire.sent('POST /api').at(-1)?.body.dataBlob ?? [];
  return Object.fromEntries(DATA_BLOB_FIELDS.map((name, index) => [name, blob[index]]));
}

export function describeWho(rest: Partial<SignedIn> = {}): SignedIn {
  const expiresAt = Date.now() + 3_600_000;
  return { email: 'sian@race.local', role: 'admin', expiresAt, mustChangePassword: false, ...rest };
}

/** Accepts the next sign-in, as this organiser. */
export function acceptLogin(wire: FakeWire, rest: Partial<SignedIn> = {}): void {
  const who = describeWho(rest);
  wire.answer('POST /auth/login', (): LoginReply => {
    wire.answer('GET /auth/me', who);
    return { ...who, token: 'next token' };
  });
}
