import { ENCODINGS, encodeUltra } from './encodings.ts';
import { createHearing, type ReaderMemory, type ReaderSession } from './reader-session.ts';

const CRLF = /\r\n/;
const FILE_NUMBER = 7;
const BATTERY_PERCENT = 87;
/** The interval of the Ultra's battery reports, its heartbeat. */
const VOLTAGE_MS = 10_000;

/** A RACE RESULT decoder: passings by number, in blocks, and pushed. */
export function createRaceResult(memory: ReaderMemory): ReaderSession {
  const [encode, encodePushed] = ENCODINGS.raceresult;
  let push: (() => string) | undefined;
  const answer = (command: string): string => {
    const [name = '', ...values] = command.split(';');
    const time = memory.wall.replace(' ', ';');
    if (name === 'GETPROTOCOL') return 'GETPROTOCOL;2.0;1.0;2.6\r\n';
    if (name === 'SETPROTOCOL') return 'SETPROTOCOL;2.0\r\n';
    if (name === 'GETTIME') return `GETTIME;${time}\r\n`;
    if (name === 'GETSTATUS')
      return `GETSTATUS;${time};1;11000000;1;${FILE_NUMBER};1;;1;${BATTERY_PERCENT};20\r\n`;
    if (name === 'PASSINGS') return `PASSINGS;${memory.reads.length};${FILE_NUMBER}\r\n`;
    if (name === 'SETPUSHPASSINGS') {
      const sent = values[1] === '1' ? 0 : memory.reads.length;
      push = values[0] === '1' ? memory.pushAfter(sent, encodePushed) : undefined;
      return `${command}\r\n`;
    }
    const [, first, count] = /^(\d+):(\d+)$/.exec(command) ?? [];
    if (first === undefined) return '';
    const last = Number(first) + Number(count) - 1;
    if (last > memory.reads.length) return `ONLY ${memory.reads.length}\r\n`;
    return `${memory.write(Number(first), last, encode)}\r\n`;
  };
  return {
    greeting: '',
    hear: createHearing(CRLF, answer),
    tell: () => push?.() ?? '',
  };
}

/** A Macsha One4All: passings by number, and pushed. */
export function createMacsha(memory: ReaderMemory): ReaderSession {
  const [encode] = ENCODINGS.macsha;
  let push: (() => string) | undefined;
  const answer = (command: string): string => {
    const [name = '', ...values] = command.split(';');
    if (name === 'PING') return 'PING;PONG\r\n';
    if (name === 'GETTIME') return `GETTIME;${memory.wall.slice(0, 19).replace(' ', ';')}\r\n`;
    if (name === 'PASSINGS') return `PASSINGS;${memory.reads.length}\r\n`;
    if (name === 'GETPASSINGS') {
      const [first = 1, last = 0] = values.map(Number);
      return `${memory.write(first, last, encode)}\r\n`;
    }
    if (name !== 'PUSHTAGS') return '';
    push = values[0] === 'true' ? memory.pushAfter(memory.reads.length, encode) : undefined;
    return `${command}\r\n`;
  };
  return {
    greeting: '',
    hear: createHearing(CRLF, answer),
    tell: () => push?.() ?? '',
  };
}

/** The commands of an Ultra: reads by number or by seconds since 1980; the current time. */
const ULTRA_COMMAND = /(6|8)(?:\0\0|00)(\d+)\r(\d+)[\r\n]|r[\r\n]*/g;

/** An RFID Race Timing Ultra: sends its reads, and repeats requested ones from its log. */
export function createUltra(memory: ReaderMemory): ReaderSession {
  const push = memory.pushAfter(memory.reads.length, ENCODINGS.ultra[0]);
  let voltageMs = -Infinity;
  let held = '';
  const secondsOf = (number: number): number =>
    Number(
      encodeUltra(
        memory.reads[number - 1] ?? { band: 0, timeMs: 0, wall: memory.wall },
        0,
        0,
      ).split(',')[2],
    );
  const rewind = (command: string, from: number, to: number): string =>
    memory.write(1, memory.reads.length, (read, number) => {
      const place = command === '6' ? number : secondsOf(number);
      return place >= from && place <= to ? encodeUltra(read, number, 1) : '';
    });
  return {
    greeting: 'Connected,0\r\n',
    hear(text) {
      held += text;
      let answer = '';
      let end = 0;
      for (const { 0: whole, 1: command, 2: from, 3: to, index } of held.matchAll(ULTRA_COMMAND)) {
        const [date = '', time = ''] = memory.wall.slice(0, 19).split(' ');
        answer +=
          command === undefined
            ? `${time} ${date.split('-').toReversed().join('-')} (0)\r\n`
            : rewind(command, Number(from), Number(to));
        end = index + whole.length;
      }
      held = held.slice(end);
      return answer;
    },
    tell() {
      const isDue = memory.now() - voltageMs >= VOLTAGE_MS;
      if (isDue) voltageMs = memory.now();
      return (isDue ? 'V=25.1\r\n' : '') + push();
    },
  };
}
