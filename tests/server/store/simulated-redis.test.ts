import * as fc from 'fast-check';
import { ErrorReply } from 'redis';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { defineScript } from '#server/store/run-script.ts';
import commitChangeLua from '#server/store/scripts/commit-change.lua?raw';
import ingestScansLua from '#server/store/scripts/ingest-scans.lua?raw';
import repairRecordLua from '#server/store/scripts/repair-record.lua?raw';
import { withRecordCheck } from '#server/store/scripts/writing-scripts.ts';
import { COMMANDS, ModelRedis } from '#tests/simulation/model-redis.ts';
import { Process, World } from '#tests/simulation/world.ts';
import { answer } from '#tests/simulation/scanner-client.ts';
import { connectRedis, type TestRedisClient } from '#tests/support/ingest-scans.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';

const { url } = provideRedis();
const CHANNEL = 'channel';
let client: TestRedisClient;
let subscriber: TestRedisClient;
let heard: string[] = [];

beforeAll(async () => {
  client = await connectRedis(url);
  subscriber = await connectRedis(url);
  await subscriber.subscribe(CHANNEL, (text) => heard.push(text));
});
afterAll(() => {
  client.destroy();
  subscriber.destroy();
});

type Call = readonly string[];

/** The scripts of the store that a course runs; a call has their names, so that one can read it. */
const SCRIPTS: Readonly<Record<string, string>> = {
  ingest: withRecordCheck(ingestScansLua),
  commit: withRecordCheck(commitChangeLua),
  repair: repairRecordLua,
};

/** Keys that scripts and commands share, so that what one writes another comes upon. */
const KEYS = ['meta', 'changes', 'audit', 'scans', 'sources', 'bands', 'runners'] as const;
const FIELDS = ['epoch', 'version', 'schema', 'events', '1', '2', 'mat|1', 'a', '', 'Ŵ'] as const;
const key = fc.constantFrom(...KEYS);
const field = fc.constantFrom(...FIELDS);
const NUMBERS = '0 1 2 3 -1 1.5 123456789012346'.split(' ');
/** Of which Lua, its JSON and Redis have each another opinion. */
const ODD_NUMBERS =
  '007 +1 1e3 0x10 9007199254740993 9223372036854775807 -9223372036854775808 9999999999998'.split(
    ' ',
  );
const JSONS =
  String.raw`{} [] null "a" {"bandId":"7","earlierBandIds":["8",9]} {"event":"UB"} {"event":`.split(
    ' ',
  );
const TEXTS = ['x', '', '-', 'BB', 'BB,PB', ' 1'];
const json = fc.constantFrom(...NUMBERS, ...JSONS, 'x', '');
const plain = fc.constantFrom(...NUMBERS, ...ODD_NUMBERS, ...JSONS, ...TEXTS);
const odd = fc.oneof(
  { weight: 9, arbitrary: plain },
  { weight: 1, arbitrary: fc.constantFrom('Ŵŷ', '\x01') },
);
const number = fc.oneof(fc.nat(9).map(String), odd);

/** Counts what it was given. */
const COUNT = "return #KEYS .. ',' .. #ARGV";

const command: fc.Arbitrary<Call> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant('HSET'), key, field, odd) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('SET'), key, odd) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('HINCRBY'), key, field, odd) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...COMMANDS.filter((name) => name !== 'SET')),
        fc.array(fc.oneof(key, field, odd), { maxLength: 5 }),
      )
      .map(([name, args]): Call => [name].concat(args)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('EVAL', 'EVALSHA'), fc.array(number, { maxLength: 3 }))
      .map(([name, args]): Call =>
        [name, name === 'EVAL' ? COUNT : defineScript(COUNT).sha1].concat(args),
      ),
  },
);

const scan = fc.tuple(
  field,
  fc.constantFrom(
    '{"scanId":"a"}',
    '{"scanId":"a","session":"s"}',
    '{"scanId":"b","session":"s"}',
    '{}',
    'x',
    '',
  ),
);
const ingestCall = fc
  .tuple(
    number,
    field,
    fc.constantFrom('mat|1', ''),
    number,
    number,
    fc.array(scan, { maxLength: 3 }),
  )
  .map(([kept, epoch, source, first, last, scans]) =>
    evaluate(
      'ingest',
      ['meta', 'scans', 'sources', 'changes'],
      [CHANNEL, kept, epoch, source, first, last, ...scans.flat()],
    ),
  );

const ref = { key: fc.integer({ min: 1, max: 6 }), field };
const codes = fc.array(fc.constantFrom('BB', 'PB', 'UB'), { maxLength: 2 });
const plan = fc.record(
  {
    expect: fc.array(fc.record({ ...ref, value: odd }, { requiredKeys: ['key', 'field'] }), {
      maxLength: 2,
    }),
    set: fc.array(fc.record({ ...ref, value: odd }), { maxLength: 2 }),
    del: fc.array(fc.record(ref), { maxLength: 2 }),
    schema: fc.nat(5),
    events: codes,
    race: fc.record({ runners: fc.constant(5), events: fc.constant('BB,PB'), gone: codes }),
  },
  { requiredKeys: ['expect', 'set', 'del'] },
);
const commitCall = fc
  .tuple(
    number,
    field,
    fc.oneof(
      { weight: 6, arbitrary: plan.map((one) => JSON.stringify(one)) },
      { weight: 1, arbitrary: json },
    ),
    fc.array(odd, { maxLength: 4 }),
  )
  .map(([kept, epoch, text, rest]) =>
    evaluate(
      'commit',
      ['meta', 'changes', 'audit', 'scans', 'runners', 'bands'],
      [CHANNEL, kept, epoch, text, '[]', ...rest],
    ),
  );

const HASHES = ['meta', 'changes', 'audit', 'bands', 'runners', 'scans'] as const;
const repairCall = fc
  .tuple(field, fc.constantFrom('0', '5', '9999999999998', 'x'))
  .map(([epoch, version]) =>
    evaluate('repair', HASHES, [
      CHANNEL,
      epoch,
      version,
      '20260620',
      'apart:',
      '{"by":"system"}',
      ...HASHES,
    ]),
  );

/** Scripts of a line for what the scripts of the store use of Lua. */
const SNIPPETS = String.raw`
tonumber(a) | tostring(tonumber(a)) | a .. tonumber(b) | tonumber(a) / 3 .. '' | #a | -a | not a | a and b | nothing or b
a < b | a == b | a >= 1 | tonumber(a) <= tonumber(b) | a + b | a - b | a * b | a / b == 0 | nothing + 1 | nothing .. a
a:match('^%d+$') | a:match('^[%w_-]+$') | a:sub(1, -2) | a:sub(#b) | a:sub(-#b, #a - #b) | a:sub(0, #b)
(',' .. a .. ','):find(b, 1, true) | string.format('<%.0f>', math.floor(a)) | math.max(a, b) | math.floor(a / 2)
a.b | nothing.b | a() | #nothing | { a, b, nil, a } | { a, { b, 1.9, true, false } } | ({ x = a, [b] = 1 })[a]
table.concat({ a, 1, b }, b) | redis.error_reply('MINE ' .. a)
redis.call('TYPE', a).ok | redis.call('HGET', a) | redis.call('HGET', 'scans', a) | { redis.call('HGET', 'scans', a), b }
redis.call('HSET', 'scans', a, tonumber(b)) | redis.call('HSET', 'scans', a, nothing) | #redis.call('HGETALL', 'scans')`
  .trim()
  .split(/ \| |\n/)
  .map((of) => `local a, b = ARGV[1], ARGV[2]\nlocal nothing\nreturn ${of}`);
const DECODE = `local isJson, found = pcall(cjson.decode, ARGV[1])
return { isJson, isJson and type(found), type(found) == 'table' and { type(found.event), #found } }`;
const snippetCall = fc
  .oneof(
    { weight: 9, arbitrary: fc.tuple(fc.constantFrom(...SNIPPETS), odd, odd) },
    { weight: 1, arbitrary: fc.tuple(fc.constant(DECODE), json, odd) },
  )
  .map(([source, a, b]) => evaluate(source, [], [a, b]));

function evaluate(source: string, keys: readonly string[], args: readonly string[]): Call {
  return ['EVAL', source, String(keys.length), ...keys, ...args];
}

const calls = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: command },
    { weight: 3, arbitrary: ingestCall },
    { weight: 3, arbitrary: commitCall },
    { weight: 1, arbitrary: repairCall },
    { weight: 3, arbitrary: snippetCall },
  ),
  { minLength: 1, maxLength: 30, size: 'max' },
);

/** What may differ: the time, the order of a hash, and in which words and line a script fails. */
function present([name]: Call, reply: unknown): unknown {
  if (name === 'TIME' && Array.isArray(reply)) return reply.length;
  if (reply instanceof Error) {
    if (!(reply instanceof ErrorReply)) throw reply;
    const [code = ''] = reply.message.split(' ', 1);
    return name === 'EVAL' && /^(ERR|WRONGTYPE)$/.test(code) ? code : reply.message;
  }
  if (name === 'HGETALL' || name === 'HVALS')
    return (reply as string[]).map(withoutTime).toSorted();
  // The library reads numbers that are too large for JavaScript as it likes.
  if (typeof reply === 'number') return Number(reply.toPrecision(15));
  const plain = typeof reply === 'object' && reply !== null && 'ok' in reply ? reply.ok : reply;
  return JSON.parse(withoutTime(JSON.stringify(plain))) as unknown;
}

function withoutTime(text: string): string {
  return text.replaceAll(/(?<=arrivedMs\W+)\d+/g, 'now');
}

/** How the kind and the contents of every key are asked for. */
const CONTENTS = [...KEYS, ...KEYS.map((name) => `apart:${name}:20260620`), ...FIELDS].flatMap(
  (name): Call[] => [
    ['TYPE', name],
    ['HGETALL', name],
  ],
);

test('[DX2] the model of Redis, and the scripts in it, answer and keep and publish what a real Redis does, whatever is asked', async () => {
  await fc.assert(
    fc.asyncProperty(calls, async (given) => {
      await Promise.all([client.flushAll(), client.scriptFlush()]);
      heard = [];
      const published: string[] = [];
      const model = new ModelRedis(new World(1), new Process('redis'), {});
      model.sessions.add({
        channels: new Set([CHANNEL]),
        hear: (_on, text) => published.push(text),
      });
      const asked = [...given, ...CONTENTS];
      const toSend = asked.map((call) => call.map((one) => SCRIPTS[one] ?? one));
      const replies = await Promise.all(
        toSend.map((call) => client.sendCommand(call).catch((error: unknown) => error)),
      );
      const pairUp = (made: readonly unknown[]): unknown =>
        asked.map((call, i) => [call, present(call, made[i])]);
      const modelled = toSend.map((call) => answer(() => model.run(call)).reply);
      expect(pairUp(modelled)).toEqual(pairUp(replies));
      await client.publish(CHANNEL, 'end');
      await expect.poll(() => heard.at(-1)).toBe('end');
      expect(published.map(withoutTime)).toEqual(heard.slice(0, -1).map(withoutTime));
    }),
    { numRuns: 80 },
  );
});
