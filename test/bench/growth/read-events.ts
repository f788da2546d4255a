import { statements, statementsOfCall } from './statements.ts';

/** What record-calls.js has taken note of. Times are milliseconds since the epoch. */
export interface Event {
  readonly at: number;
  readonly what: 'call' | 'begin' | 'end' | 'ask' | 'answer' | 'response';
  readonly sql?: string;
}

/** What passed in calls that came one after the other, in milliseconds. */
export interface Steps {
  readonly calls: number;
  /** Before each statement of a call and before its response, the provider left out. */
  readonly gaps: readonly (readonly number[])[];
  /** After how many statements the provider was asked. */
  readonly providerAfter: number;
}

/** How many statements for each call may be none of a call: the service's own chores. */
const mostUnknown = 0.02;

/**
 * Takes calls of a single caller apart, who calls for himself.
 * @throws Error when a call is not what `statementsOfCall` says
 */
export function readSteps(events: readonly Event[]): Steps {
  const gaps: number[][] = [...statementsOfCall, 'response'].map(() => []);
  let [calls, unknown, providerAfter] = [0, 0, NaN];
  /** How many statements the call has made, how long it was at work since, and from when. */
  let call: { made: number; workedMs: number; from: number } | undefined;
  for (const { at, what, sql = '' } of events) {
    const name = nameOf(sql);
    if (what === 'begin' && name === undefined) unknown += 1;
    if (what === 'call') call = { made: 0, workedMs: 0, from: at };
    if (!call || (sql !== '' && !statementsOfCall.some((one) => one.name === name))) continue;
    if (what === 'end' || what === 'answer') call.from = at;
    else call.workedMs += at - call.from;
    if (what === 'ask') providerAfter = call.made;
    if (what !== 'begin' && what !== 'response') continue;
    const due = statementsOfCall[call.made]?.name;
    if (name !== due) throw new Error(`A call made "${name}" where "${due}" was due.`);
    gaps[call.made]?.push(call.workedMs);
    call = { made: call.made + 1, workedMs: 0, from: at };
    if (what === 'response') [calls, call] = [calls + 1, undefined];
  }
  if (unknown > calls * mostUnknown) throw new Error('Calls make a statement that has no name.');
  return { calls, gaps, providerAfter };
}

/** Milliseconds from each statement to its result, by name; of the same name, none at once. */
export function timesOfStatements(events: readonly Event[]): Map<string, number[]> {
  const times = new Map<string, number[]>();
  const begun = new Map<string, number>();
  for (const { at, what, sql = '' } of events) {
    const name = nameOf(sql);
    if (name === undefined) continue;
    const from = begun.get(name);
    if (what === 'begin') begun.set(name, at);
    else if (from !== undefined) times.set(name, [...(times.get(name) ?? []), at - from]);
  }
  return times;
}

/** How often each statement was made. */
export function countStatements(events: readonly Event[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { what, sql } of events) {
    const name = what === 'begin' && sql !== undefined ? nameOf(sql) : undefined;
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

export function nameOf(sql: string): string | undefined {
  return statements.find(({ words }) => sql.includes(words))?.name;
}
