import { describe, expect, it } from 'vitest';
import {
  insertEntry,
  settle,
  settleWithRecord,
} from '../../../../service/storage/postgres/ledger-sql.ts';
import { makeRecording } from '../../../bench/growth/make-recording.ts';
import { mean, sumOfMeans, withCosts } from '../../../bench/growth/recording.ts';
import {
  nameOf,
  readSteps,
  timesOfStatements,
  type Event,
} from '../../../bench/growth/read-events.ts';
import { statements, statementsOfCall } from '../../../bench/growth/statements.ts';
import { even } from './recording.ts';

/** A call whose every step takes 1 ms, statements 2 ms, and the provider 100 ms. */
function callFrom(start: number): Event[] {
  let at = start;
  const events: Event[] = [{ at, what: 'call' }];
  for (const [n, { words: sql }] of statementsOfCall.entries()) {
    if (n === 4) events.push({ at, what: 'ask' }, { at: (at += 100), what: 'answer' });
    events.push({ at: (at += 1), what: 'begin', sql }, { at: (at += 2), what: 'end', sql });
  }
  return [...events, { at: at + 1, what: 'response' }];
}

describe('readSteps', () => {
  it('finds what passed before each statement, without the provider', () => {
    const { calls, gaps, providerAfter } = readSteps([...callFrom(0), ...callFrom(1_000)]);
    expect(calls).toBe(2);
    expect(providerAfter).toBe(4);
    expect(gaps).toEqual(Array.from({ length: 7 }, () => [1, 1]));
  });

  it('leaves out what is written behind an earlier response', () => {
    const sql = statements.at(-1)?.words ?? '';
    const [first, ...rest] = callFrom(0);
    const behind: Event[] = [
      { at: 0.2, what: 'begin', sql },
      { at: 0.6, what: 'end', sql },
    ];
    const events = first ? [first, ...behind, ...rest] : [];
    expect(readSteps(events).gaps[0]).toEqual([1]);
  });

  it('refuses calls that make other statements than those it knows', () => {
    const [first, , ...rest] = statementsOfCall;
    const swapped = callFrom(0).map((event) =>
      event.sql === first?.words ? { ...event, sql: rest[0]?.words ?? '' } : event,
    );
    expect(() => readSteps(swapped)).toThrow('"find the key" was due');
    const unknown: Event = { at: 0.5, what: 'begin', sql: 'SELECT 1 FROM new_table' };
    expect(() => readSteps([unknown, ...callFrom(0)])).toThrow('has no name');
  });
});

describe('nameOf', () => {
  it.each([
    ['reserve', insertEntry],
    ['settle', settle],
    ['settle', settleWithRecord],
  ])('knows %s as the service has it', (name, sql) => {
    expect(nameOf(sql)).toBe(name);
  });
});

describe('makeRecording', () => {
  const events = [...callFrom(0), ...callFrom(1_000)];
  const recording = makeRecording(readSteps(events), {
    statementTimes: new Map([
      ...timesOfStatements(events),
      ['usage', [0.4, 0.4, 1.3]],
      ['calls', [2, 3]],
    ]),
    serviceMs: 14,
    databaseMs: 3,
    aroundMs: 1,
    made: new Map(statementsOfCall.map(({ name }) => [name, 1])),
    flushMs: 0.5,
    executed: new Map(statements.map(({ name }) => [name, 0.5])),
  });

  it('spreads the processor time of a call over its steps', () => {
    expect(sumOfMeans(recording.serviceMs)).toBeCloseTo(14, 1);
    const ofCall = recording.statements.slice(0, statementsOfCall.length);
    expect(sumOfMeans(ofCall.map(({ databaseMs }) => databaseMs))).toBeCloseTo(3, 1);
  });

  it('takes flushes for what the database says of them', () => {
    expect(mean(recording.flushMs)).toBeCloseTo(0.5, 1);
  });

  it('leaves processor time to a statement whose flush is slow now and then', () => {
    const usage = recording.statements.find(({ name }) => name === 'usage');
    expect(usage?.databaseMs[0]).toBeGreaterThan(0);
  });

  it('takes other costs of a call', () => {
    const { serviceMs, aroundMs } = withCosts(even, { serviceMs: 21, databaseMs: 6, aroundMs: 2 });
    expect(serviceMs[0]).toEqual([3]);
    expect(aroundMs).toBe(2);
  });
});
