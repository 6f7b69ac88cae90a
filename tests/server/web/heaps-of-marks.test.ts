import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';

import { fillForm } from '#tests/support/runner-forms.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();

type Agent = OrganisersWeb['http'];

/** The longest text anywhere has 200 characters; composed of four each they are these. */
const LONGEST_COMPOSED = 800;

function findLongestComposed(): number {
  return Math.max(0, ...normalize.mock.contexts.map((text) => String(text).length));
}

/** Marks in the order that takes longest to put right: the time grows with the square of their number. */
function heapMarks(count: number): string {
  return `x${'\u0301\u0323'.repeat(count / 2)}`;
}

const FOUR = { pageTitle: 'Ras', distances: '', wayPoints: '', KOMs: '' };
const HEADER = 'First,Last,Event,Club';

const save = (agent: Agent, fields: Parameters<typeof fillForm>[0]) =>
  agent.post('/api').send({ dataBlob: fillForm(fields) });
const configure = (agent: Agent, fields: object) =>
  agent.put('/webconfig').send({ ...FOUR, ...fields });
const upload = (agent: Agent, text: string, path = '/upload') =>
  agent.post(path).attach('file', Buffer.from(text), 'x.csv');

/** The texts that are composed or taken apart in this process, which serves too. */
let normalize: MockInstance<string['normalize']>;

beforeEach(() => {
  normalize = vi.spyOn(String.prototype, 'normalize');
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  [
    'a last name',
    'The last name is longer than 100',
    (a: Agent) => save(a, { lastName: heapMarks(30_000) }),
  ],
  [
    'the title',
    'This is longer than 200',
    (a: Agent) => configure(a, { pageTitle: heapMarks(30_000) }),
  ],
  [
    'a club',
    'The club is longer',
    (a: Agent) => upload(a, `${HEADER}\nA,B,PB,${heapMarks(50_000)}\n`),
  ],
  [
    'a header',
    'Columns not used: ',
    (a: Agent) => upload(a, `${HEADER},${heapMarks(50_000)}\nA,B,PB,,\n`, '/upload/preview'),
  ],
  [
    'an event of a mapping',
    'Imported 1 runner.',
    (a: Agent) =>
      upload(a, `${HEADER}\nA,B,PB,\n`).field(
        'mapping',
        JSON.stringify({ events: { [heapMarks(20_000)]: 'PB' } }),
      ),
  ],
] as const)(
  '[CL22] a heap of marks as %s is not put in order before it is judged',
  async (_name, sentence, send) => {
    const race = await openRace();
    const { as } = await race.serve();
    const answer = await send(as(race.admin));
    expect(answer.text).toContain(sentence);
    expect(findLongestComposed()).toBeLessThanOrEqual(LONGEST_COMPOSED);
  },
);
