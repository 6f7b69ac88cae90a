import { QueryClient } from '@tanstack/react-query';
import { createServer, type RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';

import { CallError, messageOf } from '#client/organisers/calls/call-error.ts';
import { Calls } from '#client/organisers/calls/calls.ts';
import { configQuery } from '#client/organisers/config/fetched-config.ts';
import { readSources } from '#client/organisers/reads/reads-calls.ts';
import { AUTH_HEADER, USE_HEADER } from '#shared/wire/auth-api.ts';
import { listenInTest } from '#tests/support/listen.ts';

const UNREACHABLE = 'The server cannot be reached. Check the network and try again.';

/** Calls to a server that answers like this, with these tokens one after the other. */
async function openCalls(listener: RequestListener, tokens: readonly string[] = ['token']) {
  const refusals: string[] = [];
  const calls = new Calls({
    origin: `http://127.0.0.1:${await listenInTest(createServer({ keepAliveTimeout: 0 }, listener))}`,
    findToken: () => Promise.resolve(tokens[refusals.length]),
    onRefusal: ({ message }) => Promise.resolve(refusals.push(message) < tokens.length),
  });
  return { calls, refusals };
}

/** The error of each way to call. */
async function failuresOf(calls: Calls): Promise<unknown[]> {
  const outcomes = await Promise.allSettled([
    calls.get('/webconfig'),
    calls.send('PUT', '/webconfig', {}),
    calls.fetch('/apiadmin', {}),
  ]);
  return outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as unknown));
}

describe('a failed call has a message to show', () => {
  test.each<[string, RequestListener]>([
    [
      'a link that drops in the middle of a refusal',
      (_request, response) => {
        response.writeHead(409, { 'Content-Length': '100' });
        response.write('{"error":', () => response.destroy());
      },
    ],
    [
      'a network that answers with its own page',
      (_request, response) =>
        response
          .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
          .end('<!doctype html>'),
    ],
  ])('%s', async (_, listener) => {
    const { calls, refusals } = await openCalls(listener);
    for (const failure of await failuresOf(calls)) {
      expect(failure).toBeInstanceOf(CallError);
      expect(failure).toMatchObject({ message: UNREACHABLE, status: undefined });
    }
    expect(refusals).toEqual([]);
  });

  test('an answer that is not JSON', async () => {
    const { calls } = await openCalls((_request, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"pageTitle":'),
    );
    const [got, sent] = await failuresOf(calls);
    const message = 'The server’s answer could not be read. Try again.';
    expect([got, sent]).toMatchObject([{ message }, { message }]);
  });
});

test('automatic calls do not prolong the session, actions do', async () => {
  const seen: string[] = [];
  const { calls } = await openCalls(({ method, url, headers }, response) => {
    seen.push([method, url, headers[USE_HEADER]].join(' '));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"runners":[]}');
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await Promise.allSettled([
    queries.fetchQuery(configQuery(calls)),
    queries.fetchQuery(readSources(calls)),
  ]);
  await calls.send('PUT', '/webconfig', {});
  expect(seen.toSorted()).toEqual([
    'GET /apiadmin/reads/sources no',
    'GET /webconfig no',
    'PUT /webconfig ',
  ]);
});

describe('a refused call while the session continues', () => {
  const ENDED = '{"error":"This session has ended."}';

  test('is sent once more with the current token', async () => {
    const seen: unknown[] = [];
    const { calls, refusals } = await openCalls(
      ({ headers }, response) => {
        seen.push(headers[AUTH_HEADER]);
        response.writeHead(headers[AUTH_HEADER] === 'fresh' ? 200 : 401).end(ENDED);
      },
      ['stale', 'fresh'],
    );
    expect(await calls.get('/webconfig')).toEqual({ error: 'This session has ended.' });
    expect(seen).toEqual(['stale', 'fresh']);
    expect(refusals).toEqual(['This session has ended.']);
  });

  test('and no more than once', async () => {
    let asked = 0;
    const { calls, refusals } = await openCalls(
      (_request, response) => {
        asked += 1;
        response.writeHead(401).end(ENDED);
      },
      ['stale', 'fresh', 'fresher'],
    );
    await expect(calls.get('/webconfig')).rejects.toThrow('This session has ended.');
    expect({ asked, refusals }).toEqual({ asked: 2, refusals: ['This session has ended.'] });
  });
});

const IN_BROWSER = 'Something failed in this browser. Reload the page and try again.';

test('a browser’s own error text is never shown', () => {
  const blocked = "Failed to read the 'localStorage' property from 'Window'";
  expect(messageOf(new DOMException(blocked, 'SecurityError'))).toBe(IN_BROWSER);
  expect(messageOf(new TypeError('Failed to fetch dynamically imported module'))).toBe(IN_BROWSER);
});

test('the sentence of the server or provider is shown', () => {
  const message = 'The e-mail address or the password is not right.';
  expect(messageOf(new CallError({ status: 401, message }))).toBe(message);
  const atProvider = Object.assign(new Error(message), { name: 'FirebaseError' });
  expect(messageOf(atProvider)).toBe(message);
});
